import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CreateEventInput, EventSummaryJson, UpdateEventInput } from '@/lib/contracts/events';
import { minuteMs, secondMs } from '@/lib/core/durations';
import { api } from '../api/api-client';
import { ApiError } from '../api/api-error';
import { dataQuery, pagesQuery, useChange } from './api-query';
import { type Rename, useOptimisticList } from './optimistic-list';
import { queryKeys } from './query-keys';
import { refreshIntervalMs, useCableOrReload } from './use-cable';

const renameKey = ['event-rename'];
const removeKey = ['event-remove'];

/**
 * All events of the organization, with renames and deletions shown at once. Messages of /cable keep them current;
 * without a cable connection, or after an error, they are loaded every 5 s while the page is visible.
 */
export function useEvents() {
  const query = useQuery({ ...pagesQuery(queryKeys.events, 'GET /events'), ...useCableOrReload() });
  // Messages bring events without their tokens.
  const list: EventSummaryJson[] | undefined = query.data;
  return { ...query, data: useOptimisticList(list, { renameKey, removeKey }) };
}

/** The query for one event, with a new token for its room. */
export const eventQuery = (eventId: string) =>
  queryOptions({
    ...dataQuery(queryKeys.event(eventId), 'GET /events/{id}', { params: { id: eventId } }),
    staleTime: minuteMs,
  });

/** Whether an event could not be loaded because it does not exist, which is final. */
export const isMissing = (error: Error | null): boolean => error instanceof ApiError && error.status === 404;

/** One event. A page that could not load it tries again every 5 s, unless it does not exist. */
export const useEvent = (eventId: string) =>
  useQuery({
    ...eventQuery(eventId),
    refetchInterval: ({ state }) => (state.status === 'error' && !isMissing(state.error) ? refreshIntervalMs : false),
  });

/** How far an event's live cameras are apart by what they hear. */
export const useSoundOffsets = (eventId: string) =>
  useQuery({
    ...dataQuery(queryKeys.soundOffsets(eventId), 'GET /events/{id}/sound_offsets', { params: { id: eventId } }),
    refetchInterval: 10 * secondMs,
  });

/** When an event starts and ends; null: not known. */
export type EventTimes = Pick<EventSummaryJson['attributes'], 'starts_at' | 'ends_at'>;

/** Creating, renaming, scheduling and deleting events; the lists are then loaded again. */
export function useEventMutations() {
  const reloads = [queryKeys.events];
  const update = ({ id, ...event }: UpdateEventInput['event'] & { id: string }) =>
    api('PATCH /events/{id}', { params: { id }, body: { event } });
  return {
    create: useChange(reloads, (event: CreateEventInput['event']) =>
      api('POST /events', {
        body: { event },
        // An event has the zone in which it is created; the specification fixes the body of this call.
        headers: { 'Time-Zone': Intl.DateTimeFormat().resolvedOptions().timeZone },
      }),
    ),
    rename: useChange(reloads, ({ id, name }: Rename) => update({ id, name }), { mutationKey: renameKey }),
    setTimes: useChange(reloads, ({ id, times }: { id: string; times: EventTimes & { time_zone?: string } }) =>
      update({ id, ...times }),
    ),
    setRecordsWhenOn: useChange(reloads, ({ id, recordsWhenOn }: { id: string; recordsWhenOn: boolean }) =>
      update({ id, records_when_on: recordsWhenOn }),
    ),
    setKeepsInStepBySound: useChange(reloads, ({ id, keeps }: { id: string; keeps: boolean }) =>
      update({ id, keeps_in_step_by_sound: keeps }),
    ),
    setAlarms: useChange(
      reloads,
      (changes: Pick<UpdateEventInput['event'], 'alarms' | 'alarms_muted_until'> & { id: string }) => update(changes),
    ),
    setPlayers: useChange(
      reloads,
      (changes: Pick<UpdateEventInput['event'], 'keeps_players_in_step' | 'players_delay_ms'> & { id: string }) =>
        update(changes),
    ),
    remove: useChange(reloads, (id: string) => api('DELETE /events/{id}', { params: { id } }), {
      mutationKey: removeKey,
    }),
  };
}
