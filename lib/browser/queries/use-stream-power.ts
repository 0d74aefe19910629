import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { StreamJson } from '@/lib/contracts/streams';
import { api } from '../api/api-client';
import { pollStream } from './poll-stream';
import { queryKeys } from './query-keys';
import { usePending } from './use-pending';

type Status = StreamJson['attributes']['status'];

interface Power {
  streamId: string;
  on: boolean;
}

const mutationKey = ['stream-power'];
const phase = (on: boolean): Status => (on ? 'provisioning' : 'stopping');
const lists = { queryKey: [...queryKeys.streams, 'list'] };

/** The phase that each stream with a start or stop under way will be in. It falls back by itself if the call fails. */
export function usePendingPower(): Map<string, Status> {
  return new Map(usePending<Power>(mutationKey).map(({ streamId, on }) => [streamId, phase(on)]));
}

/** Switches a stream on or off, then follows it until it has settled. */
export function useStreamPower() {
  const client = useQueryClient();
  return useMutation({
    mutationKey,
    mutationFn: ({ streamId, on }: Power) => api('POST', `/streams/${streamId}/${on ? 'start' : 'stop'}`),
    onSuccess: async (_, { streamId, on }) => {
      // A list asked for before the call was answered would show the old phase again.
      await client.cancelQueries(lists);
      change(client, streamId, (stream) => ({ ...stream, attributes: { ...stream.attributes, status: phase(on) } }));
      void pollStream(async () => {
        const { data } = await api<{ data: StreamJson }>('GET', `/streams/${streamId}`);
        change(client, streamId, () => data);
        return data.attributes.status;
      });
    },
  });
}

function change(client: QueryClient, streamId: string, update: (stream: StreamJson) => StreamJson): void {
  client.setQueriesData<StreamJson[]>(lists, (streams) =>
    streams?.map((stream) => (stream.id === streamId ? update(stream) : stream)),
  );
}
