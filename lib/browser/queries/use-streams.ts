import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { StreamJson } from '@/lib/contracts/streams';
import { api } from '../api/api-client';
import { refreshIntervalMs, useIsCableConnected } from '../cable/use-cable';
import { asPending, type Rename } from './as-pending';
import { queryKeys } from './query-keys';
import { usePending } from './use-pending';
import { usePendingPower } from './use-stream-power';

const renameKey = ['stream-rename'];
const removeKey = ['stream-remove'];

/** How to list the streams of one event, or of the whole organization. */
export const streamsQuery = (eventId?: string) =>
  queryOptions({
    queryKey: queryKeys.streamList(eventId),
    queryFn: async ({ signal }) =>
      (
        await api<{ data: StreamJson[] }>(
          'GET',
          eventId ? `/streams?event_id=${encodeURIComponent(eventId)}` : '/streams',
          undefined,
          signal,
        )
      ).data,
  });

/**
 * The streams as the user should see them: switched, renamed and deleted at once. Messages of /cable keep them current;
 * without a connection, or an answer, they are asked for every 5 s while the page is visible.
 */
export function useStreams(eventId?: string) {
  const phases = usePendingPower();
  const renames = usePending<Rename>(renameKey);
  const removals = usePending<string>(removeKey);
  const client = useQueryClient();
  const isConnected = useIsCableConnected();
  const query = useQuery({
    ...streamsQuery(eventId),
    staleTime: isConnected ? Number.POSITIVE_INFINITY : 0,
    refetchInterval: ({ state }) => (isConnected && state.status !== 'error' ? false : refreshIntervalMs),
    // Then the list of all is current, and an event's is part of it.
    initialData: () =>
      isConnected && eventId
        ? client.getQueryData(streamsQuery().queryKey)?.filter(({ attributes }) => attributes.event_id === eventId)
        : undefined,
  });
  const streams = query.data?.map((stream) => {
    const status = phases.get(stream.id);
    return status ? { ...stream, attributes: { ...stream.attributes, status } } : stream;
  });
  return { ...query, data: streams && asPending(streams, renames, removals) };
}

/** All that changes streams but their switch; the lists follow by themselves. */
export function useStreamMutations() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: queryKeys.streams });
  return {
    add: useMutation({
      mutationFn: ({ name, eventId }: { name: string; eventId: string }) =>
        api('POST', '/streams', { stream: { name, event_id: eventId, protocol: 'srt' } }),
      onSuccess,
    }),
    rename: useMutation({
      mutationKey: renameKey,
      mutationFn: ({ id, name }: Rename) => api('PATCH', `/streams/${id}`, { stream: { name } }),
      onSuccess,
    }),
    setPassphrase: useMutation({
      mutationFn: ({ id, passphrase }: { id: string; passphrase: string | null }) =>
        api('PATCH', `/streams/${id}`, { stream: { passphrase } }),
      onSuccess,
    }),
    rotateKey: useMutation({ mutationFn: (id: string) => api('POST', `/streams/${id}/rotate_key`), onSuccess }),
    remove: useMutation({
      mutationKey: removeKey,
      mutationFn: (id: string) => api('DELETE', `/streams/${id}`),
      onSuccess,
    }),
  };
}
