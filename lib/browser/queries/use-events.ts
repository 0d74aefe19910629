import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { EventJson, EventSummaryJson } from '@/lib/contracts/events';
import { api } from '../api/api-client';
import { refreshIntervalMs, useIsCableConnected } from '../cable/use-cable';
import { asPending, type Rename } from './as-pending';
import { queryKeys } from './query-keys';
import { usePending } from './use-pending';

const renameKey = ['event-rename'];
const removeKey = ['event-remove'];

/**
 * All events of the organization as the user should see them: renamed and deleted at once. Messages of /cable keep them
 * current; without a connection, or an answer, they are asked for every 5 s while the page is visible.
 */
export function useEvents() {
  const renames = usePending<Rename>(renameKey);
  const removals = usePending<string>(removeKey);
  const isConnected = useIsCableConnected();
  const query = useQuery({
    queryKey: queryKeys.events,
    queryFn: async ({ signal }) => (await api<{ data: EventSummaryJson[] }>('GET', '/events', undefined, signal)).data,
    staleTime: isConnected ? Number.POSITIVE_INFINITY : 0,
    refetchInterval: ({ state }) => (isConnected && state.status !== 'error' ? false : refreshIntervalMs),
  });
  return { ...query, data: query.data && asPending(query.data, renames, removals) };
}

/** How to get one event, with a fresh token for its room. */
export const eventQuery = (eventId: string) =>
  queryOptions({
    queryKey: queryKeys.event(eventId),
    queryFn: async ({ signal }) =>
      (await api<{ data: EventJson }>('GET', `/events/${eventId}`, undefined, signal)).data,
    staleTime: 60_000,
  });

/** One event. A page that could not load it asks again every 5 s, so that nobody has to. */
export const useEvent = (eventId: string) =>
  useQuery({
    ...eventQuery(eventId),
    refetchInterval: ({ state }) => (state.status === 'error' ? refreshIntervalMs : false),
  });

/** Creating, renaming and deleting events; the lists follow by themselves. */
export function useEventMutations() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: queryKeys.events });
  return {
    create: useMutation({ mutationFn: (name: string) => api('POST', '/events', { event: { name } }), onSuccess }),
    rename: useMutation({
      mutationKey: renameKey,
      mutationFn: ({ id, name }: Rename) => api('PATCH', `/events/${id}`, { event: { name } }),
      onSuccess,
    }),
    remove: useMutation({
      mutationKey: removeKey,
      mutationFn: (id: string) => api('DELETE', `/events/${id}`),
      onSuccess,
    }),
  };
}
