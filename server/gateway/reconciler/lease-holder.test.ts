import { expect, test, vi } from 'vitest';
import type { LeaseStore } from '../store/lease-store';
import { LeaseHolder } from './lease-holder';

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
  vi.useRealTimers();
});
