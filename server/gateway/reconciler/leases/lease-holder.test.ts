import { afterEach, expect, test, vi } from 'vitest';
import type { LeaseStore } from '../../store/lease-store';
import type { LeasedStream } from '../../store/leased-stream';
import { LeaseHolder } from './lease-holder';

afterEach(() => {
  vi.useRealTimers();
});

test('renews its leases however often a change is reported', async () => {
  vi.useFakeTimers();
  let renewals = 0;
  const store: LeaseStore = {
    async renew() {
      renewals++;
      return { streams: [], others: new Map(), connection: 1 };
    },
    claimFree: async () => [],
    claimFrom: async () => [],
    release: async () => undefined,
    close: async () => undefined,
  };
  const holder = new LeaseHolder({ gatewayId: 'gateway-a', maxStreams: 10, store, onChange: () => undefined });
  await holder.start();
  for (let passedMs = 0; passedMs < 5_000; passedMs += 5) {
    holder.refresh();
    await vi.advanceTimersByTimeAsync(5);
    expect(holder.isFresh).toBe(true);
  }
  expect(renewals).toBeGreaterThan(100);
  await holder.stop();
});

test.each([
  { pauseMs: 1_500, expected: false },
  { pauseMs: 4_000, expected: true },
])('after a pause of $pauseMs ms another gateway may have been alone: $expected', async ({ pauseMs, expected }) => {
  vi.useFakeTimers();
  let answerMs = 0;
  let heartbeat = 1;
  let isOtherAlive = true;
  const store: LeaseStore = {
    async renew() {
      const delayMs = answerMs;
      answerMs = 0;
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      if (isOtherAlive) heartbeat++;
      return { streams: [], others: new Map([['gateway-b', { heartbeat, hasStreams: true }]]), connection: 1 };
    },
    claimFree: async () => [],
    claimFrom: async () => [{ id: 'stream', status: 'active' } as LeasedStream],
    release: async () => undefined,
    close: async () => undefined,
  };
  const holder = new LeaseHolder({ gatewayId: 'gateway-a', maxStreams: 1, store, onChange: () => undefined });
  const started = holder.start();
  await vi.advanceTimersByTimeAsync(20_000);
  await started;
  answerMs = pauseMs;
  await vi.advanceTimersByTimeAsync(6_000);
  isOtherAlive = false;
  for (let passedMs = 0; holder.heldSinceMs('stream') === null && passedMs < 10_000; passedMs += 100) {
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(holder.heldSinceMs('stream')).not.toBeNull();
  expect(holder.mayHaveUnrecordedWorker('stream')).toBe(expected);
  await holder.stop();
});
