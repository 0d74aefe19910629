import { createContext, useContext, useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react';
import type { ChannelName, MessageOf } from '@/lib/contracts/cable-messages';
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

const neverChanges = () => () => undefined;

/** Whether messages arrive; while they do not, shown data has to be fetched. */
export function useIsCableConnected(): boolean {
  const cable = useContext(CableContext);
  return useSyncExternalStore(
    cable?.onChange ?? neverChanges,
    () => cable?.isConnected ?? false,
    () => false,
  );
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
