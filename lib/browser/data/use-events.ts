import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CreateEventInput, EventSummaryJson, UpdateEventInput } from '@/lib/contracts/events';
import { api } from '../api/api-client';
import { ApiError } from '../api/api-error';
import { loadPages } from './load-pages';
import { type Rename, useOptimisticList } from './optimistic-list';
import { queryKeys } from './query-keys';
import { refreshIntervalMs, useIsCableConnected } from './use-cable';

const renameKey = ['event-rename'];
const removeKey = ['event-remove'];

/**
 * All events of the organization, with renames and deletions shown at once. Messages of /cable keep them current;
 * without a cable connection, or after an error, they are loaded every 5 s while the page is visible.
 */
export function useEvents() {
  const isConnected = useIsCableConnected();
  const query = useQuery({
    queryKey: queryKeys.events,
    queryFn: ({ signal }) => loadPages<EventSummaryJson>((cursor) => api('GET /events', { query: { cursor }, signal })),
    staleTime: isConnected ? Number.POSITIVE_INFINITY : 0,
    refetchInterval: ({ state }) => (isConnected && state.status !== 'error' ? false : refreshIntervalMs),
  });
  return { ...query, data: useOptimisticList(query.data, { renameKey, removeKey }) };
}

/** The query for one event, with a new token for its room. */
export const eventQuery = (eventId: string) =>
  queryOptions({
    queryKey: queryKeys.event(eventId),
    queryFn: async ({ signal }) => (await api('GET /events/{id}', { params: { id: eventId }, signal })).data,
    staleTime: 60_000,
  });

/** Whether an event could not be loaded because it does not exist, which is final. */
export const isMissing = (error: Error | null): boolean => error instanceof ApiError && error.status === 404;

/** One event. A page that could not load it tries again every 5 s, unless it does not exist. */
export const useEvent = (eventId: string) =>
  useQuery({
    ...eventQuery(eventId),
    refetchInterval: ({ state }) => (state.status === 'error' && !isMissing(state.error) ? refreshIntervalMs : false),
  });

/** When an event starts and ends; null: not known. */
export type EventTimes = Pick<EventSummaryJson['attributes'], 'starts_at' | 'ends_at'>;

/** Creating, renaming, scheduling and deleting events; the lists are then loaded again. */
export function useEventMutations() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: queryKeys.events });
  return {
    create: useMutation({
      mutationFn: (event: CreateEventInput['event']) => api('POST /events', { body: { event } }),
      onSuccess,
    }),
    rename: useMutation({
      mutationKey: renameKey,
      mutationFn: ({ id, name }: Rename) => api('PATCH /events/{id}', { params: { id }, body: { event: { name } } }),
      onSuccess,
    }),
    setTimes: useMutation({
      mutationFn: ({ id, times }: { id: string; times: EventTimes }) =>
        api('PATCH /events/{id}', { params: { id }, body: { event: times } }),
      onSuccess,
    }),
    setRecordsWhenOn: useMutation({
      mutationFn: ({ id, recordsWhenOn }: { id: string; recordsWhenOn: boolean }) =>
        api('PATCH /events/{id}', { params: { id }, body: { event: { records_when_on: recordsWhenOn } } }),
      onSuccess,
    }),
    setAlarms: useMutation({
      mutationFn: ({
        id,
        ...event
      }: Pick<UpdateEventInput['event'], 'alarms' | 'alarms_muted_until'> & { id: string }) =>
        api('PATCH /events/{id}', { params: { id }, body: { event } }),
      onSuccess,
    }),
    remove: useMutation({
      mutationKey: removeKey,
      mutationFn: (id: string) => api('DELETE /events/{id}', { params: { id } }),
      onSuccess,
    }),
  };
}
