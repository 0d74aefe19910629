import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AlarmChanges } from '@/lib/contracts/alarms/alarms';
import type { MemberStreamJson, StreamJson } from '@/lib/contracts/streams';
import { type LatencyChoice, latencyMsOf } from '@/lib/core/srt-latency';
import { api } from '../api/api-client';
import { loadPages } from './load-pages';
import { type Rename, useOptimisticList } from './optimistic-list';
import { queryKeys } from './query-keys';
import { refreshIntervalMs, useIsCableConnected } from './use-cable';
import { usePendingMutations } from './use-pending-mutations';
import { usePendingPower } from './use-stream-power';

const renameKey = ['stream-rename'];
const removeKey = ['stream-remove'];
const latencyKey = ['stream-latency'];
const feedKey = ['stream-feed'];

type Attributes = StreamJson['attributes'];

/** Where a camera stands, on the map of Earth or on the floor plan. */
type PlaceChange = Partial<Pick<MemberStreamJson['attributes'], 'place' | 'plan_place'>> & { id: string };

/** A change of the latency in progress. */
interface LatencyChange {
  id: string;
  latency: LatencyChoice;
}

/** A change in progress of the program or audio track taken from a feed with several. */
interface FeedChange {
  id: string;
  choice: { program?: number | null; audio_track?: number | null };
}

/** The query for the streams of one event, or of the whole organization. */
export const streamsQuery = (eventId?: string) =>
  queryOptions({
    queryKey: queryKeys.streamList(eventId),
    queryFn: ({ signal }) =>
      loadPages((cursor) => api('GET /streams', { query: { event_id: eventId, cursor }, signal })),
  });

/**
 * The streams, an event's by their numbers, with switching, renames, deletions and changes of settings shown at once. Messages of /cable keep them
 * current; without a cable connection, or after an error, they are loaded every 5 s while the page is visible.
 */
export function useStreams(eventId?: string) {
  const phases = usePendingPower();
  const latencies = usePendingMutations<LatencyChange>(latencyKey);
  const feeds = usePendingMutations<FeedChange>(feedKey);
  const client = useQueryClient();
  const isConnected = useIsCableConnected();
  const query = useQuery({
    ...streamsQuery(eventId),
    staleTime: isConnected ? Number.POSITIVE_INFINITY : 0,
    refetchInterval: ({ state }) => (isConnected && state.status !== 'error' ? false : refreshIntervalMs),
    // While the cable is connected, the list of all streams is current, and an event's list is part of it.
    initialData: () =>
      isConnected && eventId
        ? client.getQueryData(streamsQuery().queryKey)?.filter(({ attributes }) => attributes.event_id === eventId)
        : undefined,
  });
  const { data } = query;
  const streams = useMemo(
    () =>
      data?.map((stream) => {
        const status = phases.get(stream.id);
        const latency = latencies.findLast(({ id }) => id === stream.id);
        const changes: Partial<Attributes>[] = feeds.filter(({ id }) => id === stream.id).map(({ choice }) => choice);
        if (status) changes.push({ status });
        if (latency) changes.push(latencyAttributes(stream, latency.latency));
        // Streams that no call affects keep their identity, so that they do not render again.
        if (changes.length === 0) return stream;
        return { ...stream, attributes: Object.assign({}, stream.attributes, ...changes) };
      }),
    [data, phases, latencies, feeds],
  );
  const list = useOptimisticList(streams, { renameKey, removeKey });
  return { ...query, data: useMemo(() => (eventId ? list && byNumber(list) : list), [eventId, list]) };
}

/** One event's cameras as people count them. */
const byNumber = (list: StreamJson[]) => list.toSorted((one, other) => one.attributes.number - other.attributes.number);

const latencyAttributes = ({ attributes }: StreamJson, latency: LatencyChoice) => ({
  latency,
  latency_ms: latencyMsOf(latency, attributes.rtt_ms ?? null),
});

/** Every change to streams except switching them; the lists are then loaded again. */
export function useStreamMutations() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: queryKeys.streams });
  return {
    add: useMutation({
      mutationFn: ({ name, eventId }: { name: string; eventId: string }) =>
        api('POST /streams', { body: { stream: { name, event_id: eventId, protocol: 'srt' } } }),
      onSuccess,
    }),
    rename: useMutation({
      mutationKey: renameKey,
      mutationFn: ({ id, name }: Rename) => api('PATCH /streams/{id}', { params: { id }, body: { stream: { name } } }),
      onSuccess,
    }),
    renumber: useMutation({
      mutationFn: ({ id, number }: { id: string; number: number }) =>
        api('PATCH /streams/{id}', { params: { id }, body: { stream: { number } } }),
      onSuccess,
    }),
    setPassphrase: useMutation({
      mutationFn: ({ id, passphrase }: { id: string; passphrase: string | null }) =>
        api('PATCH /streams/{id}', { params: { id }, body: { stream: { passphrase } } }),
      onSuccess,
    }),
    setLatency: useMutation({
      mutationKey: latencyKey,
      mutationFn: ({ id, latency }: LatencyChange) =>
        api('PATCH /streams/{id}', { params: { id }, body: { stream: { latency } } }),
      onSuccess,
    }),
    chooseFeed: useMutation({
      mutationKey: feedKey,
      mutationFn: ({ id, choice }: FeedChange) =>
        api('PATCH /streams/{id}', { params: { id }, body: { stream: choice } }),
      onSuccess,
    }),
    setAlarms: useMutation({
      mutationFn: ({ id, alarms }: { id: string; alarms: AlarmChanges }) =>
        api('PATCH /streams/{id}', { params: { id }, body: { stream: { alarms } } }),
      onSuccess,
    }),
    setRecordsWhenOn: useMutation({
      mutationFn: ({ id, recordsWhenOn }: { id: string; recordsWhenOn: boolean }) =>
        api('PATCH /streams/{id}', { params: { id }, body: { stream: { records_when_on: recordsWhenOn } } }),
      onSuccess,
    }),
    setPlace: useMutation({
      mutationFn: ({ id, ...places }: PlaceChange) =>
        api('PATCH /streams/{id}', { params: { id }, body: { stream: places } }),
      // Shown at once: a marker that jumps back is taken for a failure.
      onMutate: ({ id, ...places }) =>
        client.setQueriesData<StreamJson[]>({ queryKey: queryKeys.streams }, (list) =>
          Array.isArray(list)
            ? list.map((stream) =>
                stream.id === id
                  ? Object.assign({}, stream, { attributes: Object.assign({}, stream.attributes, places) })
                  : stream,
              )
            : list,
        ),
      onSettled: onSuccess,
    }),
    rotateKey: useMutation({
      mutationFn: (id: string) => api('POST /streams/{id}/rotate_key', { params: { id } }),
      onSuccess,
    }),
    rotateViewKey: useMutation({
      mutationFn: (id: string) => api('POST /streams/{id}/rotate_view_key', { params: { id } }),
      onSuccess,
    }),
    remove: useMutation({
      mutationKey: removeKey,
      mutationFn: (id: string) => api('DELETE /streams/{id}', { params: { id } }),
      onSuccess,
    }),
  };
}
