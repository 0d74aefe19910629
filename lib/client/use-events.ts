import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { EventJson, EventSummaryJson } from '@/lib/events/schema';
import { api } from './api-client';
import { queryKeys } from './query-keys';
import { refreshIntervalMs, useIsCableConnected } from './use-cable';

/**
 * All events of the organization. Messages of /cable keep them current; without a connection they are asked for every
 * 5 s while the page is visible.
 */
export function useEvents() {
  const isConnected = useIsCableConnected();
  return useQuery({
    queryKey: queryKeys.events,
    queryFn: async ({ signal }) => (await api<{ data: EventSummaryJson[] }>('GET', '/events', undefined, signal)).data,
    ...(isConnected ? { staleTime: Number.POSITIVE_INFINITY } : { refetchInterval: refreshIntervalMs }),
  });
}

/** How to get one event, with a fresh token for its room. */
export const eventQuery = (eventId: string) =>
  queryOptions({
    queryKey: queryKeys.event(eventId),
    queryFn: async ({ signal }) =>
      (await api<{ data: EventJson }>('GET', `/events/${eventId}`, undefined, signal)).data,
    staleTime: 60_000,
  });

export const useEvent = (eventId: string) => useQuery(eventQuery(eventId));

/** Creating, renaming and deleting events; the lists follow by themselves. */
export function useEventMutations() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: queryKeys.events });
  return {
    create: useMutation({ mutationFn: (name: string) => api('POST', '/events', { event: { name } }), onSuccess }),
    rename: useMutation({
      mutationFn: ({ id, name }: { id: string; name: string }) => api('PATCH', `/events/${id}`, { event: { name } }),
      onSuccess,
    }),
    remove: useMutation({ mutationFn: (id: string) => api('DELETE', `/events/${id}`), onSuccess }),
  };
}
