import { useQueryClient } from '@tanstack/react-query';
import { applyStreamMessage } from './apply-stream-message';
import { useCable } from './use-cable';

/** Keeps every list of streams, of whatever page, as the server's messages say. */
export function useLiveStreams(): void {
  const client = useQueryClient();
  useCable({ name: 'StreamsChannel' }, { onMessage: (message) => applyStreamMessage(client, message) });
}

/** Keeps the status of one stream in every list as its own channel says. */
export function useLiveStatus(streamId: string): void {
  const client = useQueryClient();
  useCable({ name: 'StreamStatusChannel', streamId }, { onMessage: (message) => applyStreamMessage(client, message) });
}
