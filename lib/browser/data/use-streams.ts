import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import type { AlarmChanges } from '@/lib/contracts/alarms/alarm-kinds';
import type { FileSource } from '@/lib/contracts/file-source';
import type { SourceKind } from '@/lib/contracts/source-kinds';
import type { ProgramForm } from '@/lib/contracts/stream-settings';
import type { MemberStreamJson, StreamJson, UpdateStreamInput } from '@/lib/contracts/streams';
import { type LatencyChoice, latencyMsOf } from '@/lib/core/srt-latency';
import { api } from '../api/api-client';
import { pagesQuery, useChange } from './api-query';
import { addedRows } from './list-change';
import { type Rename, useOptimisticList, usePendingMutations } from './optimistic-list';
import { queryKeys } from './query-keys';
import { useCableOrReload, useIsCableConnected } from './use-cable';
import { usePendingPower } from './use-stream-power';

const renameKey = ['stream-rename'];
const removeKey = ['stream-remove'];
const latencyKey = ['stream-latency'];
const feedKey = ['stream-feed'];
const placeKey = ['stream-place'];

type Attributes = StreamJson['attributes'];

/** Where a camera stands, on the map of Earth or on the floor plan. */
type PlaceChange = Partial<Pick<MemberStreamJson['attributes'], 'place' | 'plan_place'>> & { id: string };

export interface NewCamera {
  name: string;
  eventId: string;
  /** Missing: SRT. */
  sourceKind?: SourceKind | undefined;
  pullAddress?: string | undefined;
  file?: FileSource | undefined;
}

/** A change of the latency in progress. */
interface LatencyChange {
  id: string;
  latency: LatencyChoice;
}

type SpareChange = Pick<UpdateStreamInput['stream'], 'spare_id' | 'spare_after_seconds' | 'spare_returns'>;

/** A change in progress of what is taken from a feed with several programs or audio tracks, or of its lip sync. */
interface FeedChange {
  id: string;
  choice: { program?: number | null; audio_track?: number | null; audio_delay_ms?: number };
}

/** The query for the streams of one event, or of the whole organization. */
export const streamsQuery = (eventId?: string) =>
  pagesQuery(queryKeys.streamList(eventId), 'GET /streams', { query: { event_id: eventId } });

/**
 * The streams, an event's by their numbers, with switching, renames, deletions and changes of settings shown at once. Messages of /cable keep them
 * current; without a cable connection, or after an error, they are loaded every 5 s while the page is visible.
 */
export function useStreams(eventId?: string) {
  const phases = usePendingPower();
  const latencies = usePendingMutations<LatencyChange>(latencyKey);
  const feeds = usePendingMutations<FeedChange>(feedKey);
  const moves = usePendingMutations<PlaceChange>(placeKey);
  const client = useQueryClient();
  const isConnected = useIsCableConnected();
  const query = useQuery({
    ...streamsQuery(eventId),
    ...useCableOrReload(),
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
        for (const { id, ...places } of moves) if (id === stream.id) changes.push(places);
        if (status) changes.push({ status });
        if (latency) changes.push(latencyAttributes(stream, latency.latency));
        // Streams that no call affects keep their identity, so that they do not render again.
        if (changes.length === 0) return stream;
        return { ...stream, attributes: Object.assign({}, stream.attributes, ...changes) };
      }),
    [data, phases, latencies, feeds, moves],
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
  const reloads = [queryKeys.streams];
  const update = (id: string, stream: UpdateStreamInput['stream']) =>
    api('PATCH /streams/{id}', { params: { id }, body: { stream } });
  return {
    add: useChange(reloads, ({ name, eventId, sourceKind, pullAddress, file }: NewCamera) =>
      api('POST /streams', {
        body: {
          stream: {
            name,
            event_id: eventId,
            protocol: 'srt',
            source_kind: sourceKind,
            pull_address: pullAddress,
            file,
          },
        },
      }),
    ),
    setSource: useChange(reloads, ({ id, sourceKind }: { id: string; sourceKind: SourceKind }) =>
      update(id, { source_kind: sourceKind }),
    ),
    setPullAddress: useChange(reloads, ({ id, pullAddress }: { id: string; pullAddress: string }) =>
      update(id, { pull_address: pullAddress }),
    ),
    setFile: useChange(reloads, ({ id, file }: { id: string; file: FileSource }) => update(id, { file })),
    rename: useChange(reloads, ({ id, name }: Rename) => update(id, { name }), { mutationKey: renameKey }),
    renumber: useChange(reloads, ({ id, number }: { id: string; number: number }) => update(id, { number })),
    setPassphrase: useChange(reloads, ({ id, passphrase }: { id: string; passphrase: string | null }) =>
      update(id, { passphrase }),
    ),
    setLatency: useChange(reloads, ({ id, latency }: LatencyChange) => update(id, { latency }), {
      mutationKey: latencyKey,
    }),
    chooseFeed: useChange(reloads, ({ id, choice }: FeedChange) => update(id, choice), { mutationKey: feedKey }),
    setAlarms: useChange(reloads, ({ id, alarms }: { id: string; alarms: AlarmChanges }) => update(id, { alarms })),
    setProgramForm: useChange(reloads, ({ id, form }: { id: string; form: ProgramForm }) =>
      update(id, { program_form: form }),
    ),
    setSpare: useChange(reloads, ({ id, spare }: { id: string; spare: SpareChange }) => update(id, spare)),
    takeSpare: useChange(reloads, (id: string) => api('POST /streams/{id}/spare', { params: { id } })),
    giveBackSpare: useChange(reloads, (id: string) => api('DELETE /streams/{id}/spare', { params: { id } })),
    setRecordsWhenOn: useChange(reloads, ({ id, recordsWhenOn }: { id: string; recordsWhenOn: boolean }) =>
      update(id, { records_when_on: recordsWhenOn }),
    ),
    setPlace: useChange(reloads, ({ id, ...places }: PlaceChange) => update(id, places), {
      mutationKey: placeKey,
      // One after the other: the place of an earlier press would else be the last one that the server hears of.
      scope: { id: 'stream-place' },
    }),
    rotateKey: useChange(reloads, (id: string) => api('POST /streams/{id}/rotate_key', { params: { id } })),
    rotateViewKey: useChange(reloads, (id: string) => api('POST /streams/{id}/rotate_view_key', { params: { id } })),
    remove: useChange(reloads, (id: string) => api('DELETE /streams/{id}', { params: { id } }), {
      mutationKey: removeKey,
    }),
  };
}

/** Acknowledges an alarm. /cable tells everyone. */
export const useAcknowledge = () =>
  useChange([queryKeys.streams], ({ id, code, since }: { id: string; code: string; since: string }) =>
    api('POST /streams/{id}/acknowledge', { params: { id }, body: { alarm: { code, since } } }),
  );

/**
 * Calls back for each stream that is added to a known list. A stream that reappears because deleting it failed does not
 * count.
 */
export function useAddedStreams(streams: StreamJson[] | undefined, onAdded: (stream: StreamJson) => void): void {
  const known = useRef<StreamJson[] | undefined>(undefined);
  const announce = useEffectEvent(onAdded);
  useEffect(() => {
    const added = addedRows(known.current, streams);
    for (const stream of added) announce(stream);
    if (streams) known.current = known.current ? [...known.current, ...added] : streams;
  }, [streams]);
}
