import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { StreamJson } from '@/lib/contracts/streams';
import { pause } from '@/lib/core/pause';
import { api } from '../api/api-client';
import { usePendingMutations } from './optimistic-list';
import { queryKeys } from './query-keys';

type Status = StreamJson['attributes']['status'];

interface Power {
  streamId: string;
  on: boolean;
}

const mutationKey = ['stream-power'];
const phase = (on: boolean): Status => (on ? 'provisioning' : 'stopping');
const lists = { queryKey: queryKeys.streamLists };

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
      patchStreams(client, streamId, (stream) => ({
        ...stream,
        attributes: { ...stream.attributes, status: phase(on) },
      }));
      void pollStream(async () => {
        const { data } = await api('GET /streams/{id}', { params: { id: streamId } });
        patchStreams(client, streamId, () => data);
        return data.attributes.status;
      });
    },
  });
}

/** Changes a stream in every cached list. */
function patchStreams(client: QueryClient, streamId: string, update: (stream: StreamJson) => StreamJson): void {
  client.setQueriesData<StreamJson[]>(lists, (streams) =>
    streams?.map((stream) => (stream.id === streamId ? update(stream) : stream)),
  );
}

const intervalMs = 1_000;
const limitMs = 30_000;
const settled: readonly Status[] = ['active', 'stopped', 'error'];

/**
 * Reads a stream's status every second until it has settled, for at most 30 s. A failed read is ignored, because the
 * next one may succeed and the list is refreshed as well.
 */
export async function pollStream(read: () => Promise<Status>): Promise<void> {
  for (let elapsedMs = 0; elapsedMs < limitMs; elapsedMs += intervalMs) {
    await pause(intervalMs);
    const status = await read().catch(() => null);
    if (status && settled.includes(status)) return;
  }
}
