import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { StreamJson } from '@/lib/contracts/streams';
import { api } from '../api/api-client';
import { pollStream } from './poll-stream';
import { queryKeys } from './query-keys';
import { usePendingMutations } from './use-pending-mutations';

type Status = StreamJson['attributes']['status'];

interface Power {
  streamId: string;
  on: boolean;
}

const mutationKey = ['stream-power'];
const phase = (on: boolean): Status => (on ? 'provisioning' : 'stopping');
const lists = { queryKey: [...queryKeys.streams, 'list'] };

/** The status that each stream with a start or stop in progress is shown in. If the call fails, it ends by itself. */
export function usePendingPower(): Map<string, Status> {
  const pending = usePendingMutations<Power>(mutationKey);
  return useMemo(() => new Map(pending.map(({ streamId, on }) => [streamId, phase(on)])), [pending]);
}

/** Switches a stream on or off, then follows it until it has settled. */
export function useStreamPower() {
  const client = useQueryClient();
  return useMutation({
    mutationKey,
    mutationFn: ({ streamId, on }: Power) =>
      api(on ? 'POST /streams/{id}/start' : 'POST /streams/{id}/stop', { params: { id: streamId } }),
    onSuccess: async (_, { streamId, on }) => {
      // An answer from before the call would show the old status again.
      await client.cancelQueries(lists);
      change(client, streamId, (stream) => ({ ...stream, attributes: { ...stream.attributes, status: phase(on) } }));
      void pollStream(async () => {
        const { data } = await api('GET /streams/{id}', { params: { id: streamId } });
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
