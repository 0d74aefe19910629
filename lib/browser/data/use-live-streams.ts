import { useQueryClient } from '@tanstack/react-query';
import { applyStreamMessage } from './apply-stream-message';
import { useCable } from './use-cable';

/** Keeps every cached list of streams current by the server's messages. */
export function useLiveStreams(): void {
  const client = useQueryClient();
  useCable({ name: 'StreamsChannel' }, { onMessage: (message) => applyStreamMessage(client, message) });
}

/** Keeps one stream's status current in every cached list, by the stream's own channel. */
export function useLiveStatus(streamId: string): void {
  const client = useQueryClient();
  useCable({ name: 'StreamStatusChannel', streamId }, { onMessage: (message) => applyStreamMessage(client, message) });
}
