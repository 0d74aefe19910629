import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ServerContact } from './server-contact';

const cable = { isConnected: true, heardAtMs: 0 };
const probe = vi.fn<() => Promise<boolean>>();
let contact: ServerContact;
let stop: () => void;

const hear = () => {
  cable.heardAtMs = performance.now();
};

/** The server pings as it does, every 3 s. */
async function ping(times: number, everyMs = 3_000): Promise<void> {
  for (let count = 0; count < times; count++) {
    await vi.advanceTimersByTimeAsync(everyMs);
    hear();
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  probe.mockReset().mockResolvedValue(false);
  cable.isConnected = true;
  hear();
  contact = new ServerContact({ cable, probe });
  stop = contact.start();
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

test('pings in their rhythm, also late by a second, are contact, and nothing else is asked', async () => {
  const changes = vi.fn();
  contact.subscribe(changes);
  await ping(100);
  await ping(20, 4_000);
  expect(changes).not.toHaveBeenCalled();
  expect(probe).not.toHaveBeenCalled();
});

test('a silent server is away within 5 s, since its last word, until its next', async () => {
  await ping(2);
  const lastWordMs = performance.now();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(contact.lostSinceMs).toBeNull();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(contact.lostSinceMs).toBe(lastWordMs);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(contact.lostSinceMs).toBe(lastWordMs);
  hear();
  await vi.advanceTimersByTimeAsync(500);
  expect(contact.lostSinceMs).toBeNull();
});

test('a broken connection is no contact after 3 s, and a restart of the server within them is not shown', async () => {
  const changes = vi.fn();
  contact.subscribe(changes);
  cable.isConnected = false;
  hear();
  await vi.advanceTimersByTimeAsync(2_500);
  cable.isConnected = true;
  hear();
  await ping(3);
  expect(changes).not.toHaveBeenCalled();
  cable.isConnected = false;
  hear();
  const brokenMs = performance.now();
  await vi.advanceTimersByTimeAsync(3_500);
  expect(contact.lostSinceMs).toBe(brokenMs);
});

test('where only /cable is blocked, answers by HTTP are contact', async () => {
  probe.mockResolvedValue(true);
  const changes = vi.fn();
  contact.subscribe(changes);
  cable.isConnected = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(changes).not.toHaveBeenCalled();
  expect(probe.mock.calls.length, 'of these in a minute').toBeLessThanOrEqual(60_000 / 2_000);
  probe.mockResolvedValue(false);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(contact.lostSinceMs).not.toBeNull();
  probe.mockResolvedValue(true);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(contact.lostSinceMs).toBeNull();
});

test('a page that was busy or asleep first reads what came meanwhile', async () => {
  const changes = vi.fn();
  contact.subscribe(changes);
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 3_600_000);
  await vi.advanceTimersByTimeAsync(500);
  hear();
  await vi.advanceTimersByTimeAsync(500);
  clock.mockRestore();
  expect(changes).not.toHaveBeenCalled();
});
