import { createContext, useContext, useEffectEvent, useLayoutEffect } from 'react';
import type { ChannelName, MessageOf } from '@/lib/contracts/cable-messages';
import { useObservable } from '../use-observable';
import type { CableConsumer } from './cable-consumer';

/** How often shown data is fetched again while no messages arrive. */
export const refreshIntervalMs = 5_000;

/** The page's connection to /cable; null while signed out. */
export const CableContext = createContext<CableConsumer | null>(null);

interface Channel<Name extends ChannelName> {
  name: Name;
  /** For channels about one stream. */
  streamId?: string;
}

interface Handlers<Name extends ChannelName> {
  onMessage(message: MessageOf<Name>): void;
  /** See CableSubscriber. */
  onConfirm?(): void;
}

/** Whether messages arrive; while they do not, shown data has to be fetched. */
export function useIsCableConnected(): boolean {
  return useObservable(useContext(CableContext)?.connection, ({ get }) => get(), false);
}

/**
 * The parts of a query that messages keep current: it is loaded every 5 s while none arrive, or after an error.
 */
export function useCableOrReload() {
  const isConnected = useIsCableConnected();
  return {
    staleTime: isConnected ? Number.POSITIVE_INFINITY : 0,
    refetchInterval: ({ state }: { state: { status: string } }) =>
      isConnected && state.status !== 'error' ? false : refreshIntervalMs,
  };
}

/** Subscribes to a channel while the component is mounted; null subscribes to none. */
export function useCable<Name extends ChannelName>(channel: Channel<Name> | null, handlers: Handlers<Name>): void {
  const cable = useContext(CableContext);
  const { name, streamId } = channel ?? {};
  // The server checks every message against the shared schema before it sends it.
  const onMessage = useEffectEvent((message: unknown) => handlers.onMessage(message as MessageOf<Name>));
  const onConfirm = useEffectEvent(() => handlers.onConfirm?.());
  // In the same commit as the change: a message of the former channel would be taken for one of the new channel.
  useLayoutEffect(() => {
    if (!cable || !name) return;
    const params: Record<string, string> = streamId ? { channel: name, stream_id: streamId } : { channel: name };
    return cable.subscribe(params, {
      onMessage: (message) => onMessage(message),
      onConfirm: () => onConfirm(),
    });
  }, [cable, name, streamId]);
}
