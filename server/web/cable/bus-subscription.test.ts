import { expect, test, vi } from 'vitest';
import type { BusListener } from '@/lib/platform/bus/bus';
import { log } from '@/lib/platform/log';
import { BusSubscription } from './bus-subscription';

log.level = 'silent';
const revoked = { type: 'auth_session_revoked', authSessionId: 'a', organizationId: 'o' } as const;

function fakeBus(failures: number) {
  const unsubscribe = vi.fn(async () => undefined);
  let remaining = failures;
  const subscribe = vi.fn(async (_listener: BusListener) => {
    if (remaining-- > 0) throw new Error('The bus is unreachable.');
    return unsubscribe;
  });
  return { bus: { subscribe }, subscribe, unsubscribe };
}

const listener = () => ({ onMessage: vi.fn(), onResync: vi.fn() });

test('passes messages to every listener, and unsubscribes when it stops', async () => {
  const { bus, subscribe, unsubscribe } = fakeBus(0);
  const listeners = [listener(), listener()];
  const subscription = new BusSubscription(bus, listeners);
  subscription.start();
  subscribe.mock.calls[0]?.[0].onMessage(revoked);
  for (const { onMessage } of listeners) expect(onMessage).toHaveBeenCalledExactlyOnceWith(revoked);
  await subscription.stop();
  expect(unsubscribe).toHaveBeenCalledOnce();
  for (const { onResync } of listeners) expect(onResync).not.toHaveBeenCalled();
});

test('retries until the bus can be reached, and then lets listeners read everything again', async () => {
  const { bus, subscribe } = fakeBus(2);
  const first = listener();
  const subscription = new BusSubscription(bus, [first]);
  subscription.start();
  await vi.waitFor(() => expect(first.onResync).toHaveBeenCalledOnce());
  expect(subscribe).toHaveBeenCalledTimes(3);
  await subscription.stop();
});

test('stops while the bus is unreachable', async () => {
  const { bus, unsubscribe } = fakeBus(Number.POSITIVE_INFINITY);
  const subscription = new BusSubscription(bus, [listener()]);
  subscription.start();
  await subscription.stop();
  expect(unsubscribe).not.toHaveBeenCalled();
});
