import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TslSender } from './tsl-sender';
import { everyDisplay, formatTsl5 } from './tsl5';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const packet = (index: number, red: boolean) => formatTsl5({ screen: 0, index, red, green: false, text: 'Stage' });

function openSender(silenceMs: number | null = null) {
  const onChange = vi.fn();
  const sender = new TslSender(
    { version: '5.0', transport: 'udp', programLamp: 1, previewLamp: 2, silenceMs },
    onChange,
  );
  return { sender, onChange, onAir: () => [...sender.inputs.values()].filter(({ program }) => program).length };
}

test('one that repeats itself is gone once it falls silent, without any setting', () => {
  const { sender, onChange, onAir } = openSender();
  for (let second = 0; second <= 10; second++) {
    sender.receive(packet(1, true));
    vi.advanceTimersByTime(1_000);
  }
  sender.receive(packet(1, true));
  vi.advanceTimersByTime(3_000);
  expect(onAir()).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect([onAir(), sender.inputs.size]).toEqual([0, 0]);
  expect(onChange).toHaveBeenCalledTimes(2);
});

test.each([
  ['sends its changes alone', 300, (step: number) => step % 2 === 0],
  ['repeats itself more seldom', 2_000, () => true],
])('one that %s may be silent for hours', (_name, everyMs, isOnAir) => {
  const { sender, onAir } = openSender();
  for (let step = 0; step <= 100; step++) {
    sender.receive(packet(1, isOnAir(step)));
    vi.advanceTimersByTime(everyMs);
  }
  vi.advanceTimersByTime(3_600_000);
  expect(onAir()).toBe(1);
});

test('one message that was damaged takes nothing off air, and a second of another kind does', () => {
  const { sender, onAir } = openSender();
  sender.receive(packet(1, true));
  sender.receive(packet(1, false).subarray(0, 9));
  vi.advanceTimersByTime(60_000);
  expect([onAir(), sender.isMisread]).toEqual([1, false]);
  for (let second = 0; second < 3; second++) {
    sender.receive(Buffer.from('GET / HTTP/1.1'));
    vi.advanceTimersByTime(1_000);
  }
  expect([onAir(), sender.isMisread]).toEqual([0, true]);
  sender.receive(packet(1, true));
  expect([onAir(), sender.isMisread]).toEqual([1, false]);
});

test('what it says to every display, it says to those that it has set', () => {
  const { sender, onAir } = openSender();
  sender.receive(Buffer.concat([packet(1, true), packet(2, true)]));
  sender.receive(packet(everyDisplay, false));
  expect([onAir(), sender.inputs.size]).toEqual([0, 2]);
});

test.each([
  ['a line feed', 'Stage\n1', 'Stage 1'],
  ['a tab in UTF-16', 'Bühne\t', 'Bühne'],
  ['rubbish behind a NUL', 'Stage\0\x01\x02', 'Stage'],
])('in a datagram, a label with %s takes no lamp away', (_name, text, name) => {
  const { sender } = openSender();
  sender.receive(packet(1, true));
  sender.receive(formatTsl5({ screen: 0, index: 1, red: false, green: false, text }));
  sender.receive(formatTsl5({ screen: 0, index: 2, red: true, green: false, text }));
  vi.advanceTimersByTime(100);
  expect([...sender.inputs.values()]).toEqual([
    { number: 1, name, program: false, preview: false },
    { number: 2, name, program: true, preview: false },
  ]);
});
