import { createContext, useContext, useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react';
import type { z } from 'zod';
import type { ChannelName, messageSchemaByChannel } from '@/lib/contracts/cable-messages';
import type { CableConsumer } from './cable-consumer';

/** How often what is shown is asked for while no messages come that say what changed. */
export const refreshIntervalMs = 5_000;

/** The page's connection to /cable; null while nobody is signed in. */
export const CableContext = createContext<CableConsumer | null>(null);

type MessageOf<Name extends ChannelName> = z.infer<(typeof messageSchemaByChannel)[Name]>;

interface Channel<Name extends ChannelName> {
  name: Name;
  /** The parameter of the channels that have one. */
  streamId?: string;
}

interface Hearer<Name extends ChannelName> {
  onMessage(message: MessageOf<Name>): void;
  /** See CableSubscriber. */
  onConfirm?(): void;
}

const never = () => () => undefined;

/** Whether messages are coming; while they are not, what is shown has to be asked for. */
export function useIsCableConnected(): boolean {
  const cable = useContext(CableContext);
  return useSyncExternalStore(
    cable?.onChange ?? never,
    () => cable?.isConnected ?? false,
    () => false,
  );
}

/** Hears a channel as long as the component is there; null: none. */
export function useCable<Name extends ChannelName>(channel: Channel<Name> | null, hearer: Hearer<Name>): void {
  const cable = useContext(CableContext);
  const { name, streamId } = channel ?? {};
  // The server checks every message against the shared schema before it sends it.
  const onMessage = useEffectEvent((message: unknown) => hearer.onMessage(message as MessageOf<Name>));
  const onConfirm = useEffectEvent(() => hearer.onConfirm?.());
  // With the change itself: a message of the channel before would be taken for one of the new channel.
  useLayoutEffect(() => {
    if (!cable || !name) return;
    const params: Record<string, string> = streamId ? { channel: name, stream_id: streamId } : { channel: name };
    return cable.subscribe(params, {
      onMessage: (message) => onMessage(message),
      onConfirm: () => onConfirm(),
    });
  }, [cable, name, streamId]);
}
