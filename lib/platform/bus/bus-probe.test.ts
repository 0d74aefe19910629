import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BusProbe } from './bus-probe';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** A bus of lines, each of which hears or is deaf. */
function openLines(names: string[]) {
  const lines = new Map(names.map((name) => [name, { key: {}, isDeaf: false }]));
  const probe = new BusProbe(async (sent) => {
    for (const { key, isDeaf } of lines.values()) if (!isDeaf) probe.receive(key, sent);
  });
  const lineOf = (name: string) => {
    const line = lines.get(name);
    if (!line) throw new Error(`there is no line ${name}`);
    return line;
  };
  return { probe, lineOf, open: () => lines.forEach(({ key }) => void probe.note(key, true)) };
}

test('hears nothing before the first probe has come back on every line', () => {
  const { probe, lineOf, open } = openLines(['cable', 'rooms']);
  expect(probe.health).toEqual({ isListening: false, isHearing: false, lagMs: null });
  lineOf('rooms').isDeaf = true;
  open();
  expect(probe.health).toMatchObject({ isListening: true, isHearing: false });
  lineOf('rooms').isDeaf = false;
  vi.advanceTimersByTime(5_000);
  expect(probe.health).toMatchObject({ isListening: true, isHearing: true });
});

test('one of two lines that goes deaf is noticed within 25 s, and a lost probe alone is not', () => {
  const { probe, lineOf, open } = openLines(['cable', 'rooms']);
  open();
  lineOf('cable').isDeaf = true;
  vi.advanceTimersByTime(5_000);
  expect(probe.health.isHearing).toBe(true);
  lineOf('cable').isDeaf = false;
  vi.advanceTimersByTime(60_000);
  expect(probe.health.isHearing).toBe(true);
  lineOf('cable').isDeaf = true;
  vi.advanceTimersByTime(25_000);
  expect(probe.health).toMatchObject({ isListening: true, isHearing: false });
  lineOf('cable').isDeaf = false;
  vi.advanceTimersByTime(5_000);
  expect(probe.health.isHearing).toBe(true);
  probe.stop();
});

test('probes of other processes prove nothing', () => {
  const { probe, lineOf, open } = openLines(['cable']);
  lineOf('cable').isDeaf = true;
  open();
  probe.receive(lineOf('cable').key, { sender: 'another process', number: 1_000 });
  expect(probe.health.isHearing).toBe(false);
  probe.stop();
});
