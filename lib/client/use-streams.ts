import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { StreamJson } from '@/lib/streams/schema';
import { api } from './api-client';
import { queryKeys } from './query-keys';
import { refreshIntervalMs, useIsCableConnected } from './use-cable';
import { usePendingPower } from './use-stream-power';

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
 * The streams as the user should see them: a stream whose switch was just pressed already shows the new phase. Messages
 * of /cable keep them current; without a connection they are asked for every 5 s while the page is visible.
 */
export function useStreams(eventId?: string) {
  const pending = usePendingPower();
  const client = useQueryClient();
  const isConnected = useIsCableConnected();
  const query = useQuery({
    ...streamsQuery(eventId),
    ...(isConnected ? { staleTime: Number.POSITIVE_INFINITY } : { refetchInterval: refreshIntervalMs }),
    // Then the list of all is current, and an event's is part of it.
    initialData: () =>
      isConnected && eventId
        ? client.getQueryData(streamsQuery().queryKey)?.filter(({ attributes }) => attributes.event_id === eventId)
        : undefined,
  });
  const streams = query.data?.map((stream) => {
    const status = pending.get(stream.id);
    return status ? { ...stream, attributes: { ...stream.attributes, status } } : stream;
  });
  return { ...query, data: streams };
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
      mutationFn: ({ id, name }: { id: string; name: string }) => api('PATCH', `/streams/${id}`, { stream: { name } }),
      onSuccess,
    }),
    setPassphrase: useMutation({
      mutationFn: ({ id, passphrase }: { id: string; passphrase: string | null }) =>
        api('PATCH', `/streams/${id}`, { stream: { passphrase } }),
      onSuccess,
    }),
    rotateKey: useMutation({ mutationFn: (id: string) => api('POST', `/streams/${id}/rotate_key`), onSuccess }),
    remove: useMutation({ mutationFn: (id: string) => api('DELETE', `/streams/${id}`), onSuccess }),
  };
}
