import { useMutation, useQueries, useQuery } from '@tanstack/react-query';
import { api } from '../api/api-client';
import { dataQuery, pagesQuery, useChange } from './api-query';
import { queryKeys } from './query-keys';

/** Reload interval of a recording in progress. */
const growthIntervalMs = 5_000;

/** The recordings of an event, oldest first. @param isWanted false: they are not loaded */
export const useRecordings = (eventId: string, isWanted = true) =>
  useQuery({
    ...pagesQuery(queryKeys.recordings(eventId), 'GET /events/{id}/recordings', { params: { id: eventId } }),
    enabled: isWanted,
    refetchInterval: ({ state }) =>
      state.data?.some(({ attributes }) => attributes.ended_at === null || attributes.upload !== null)
        ? growthIntervalMs
        : false,
  });

/** How much of an event is recorded. @param isGrowing it is being recorded now */
export const useRecordedTotal = (eventId: string, isGrowing = false) =>
  useQuery({
    ...dataQuery(queryKeys.recordedTotal(eventId), 'GET /events/{id}/recorded_total', { params: { id: eventId } }),
    refetchInterval: isGrowing ? growthIntervalMs : false,
  });

/** The timelines of several recordings, in the same order. */
export const useRecordingTimelines = (recordings: { id: string; isGrowing: boolean }[]) =>
  useQueries({
    queries: recordings.map(({ id, isGrowing }) => ({
      ...dataQuery(queryKeys.recordingTimeline(id), 'GET /recordings/{id}/timeline', { params: { id } }),
      staleTime: isGrowing ? 0 : Number.POSITIVE_INFINITY,
      refetchInterval: isGrowing ? growthIntervalMs : (false as const),
    })),
  });

/** When which cameras of an event were on air, oldest first. @param isGrowing the show still goes on */
export const useTallyChanges = (eventId: string, isGrowing: boolean) =>
  useQuery({
    ...pagesQuery(queryKeys.tallyChanges(eventId), 'GET /events/{id}/tally_changes', { params: { id: eventId } }),
    refetchInterval: isGrowing ? growthIntervalMs : false,
  });

/** Starts and stops the recording of streams; their lists are then loaded again. */
export const useRecorder = () =>
  useChange([queryKeys.streams], ({ streamId, on }: { streamId: string; on: boolean }) =>
    api(on ? 'POST /streams/{id}/recording' : 'DELETE /streams/{id}/recording', { params: { id: streamId } }),
  );

/** Starts and stops the recording of all cameras of an event; their lists are then loaded again. */
export const useEventRecorder = (eventId: string) =>
  useChange([queryKeys.streams], (on: boolean) =>
    api(on ? 'POST /events/{id}/recording' : 'DELETE /events/{id}/recording', { params: { id: eventId } }),
  );

/** Loads the last seconds of all angles of an event. */
export const useReplay = (eventId: string) =>
  useMutation({
    mutationFn: async (seconds: number) =>
      (await api('GET /events/{id}/replay', { params: { id: eventId }, query: { seconds } })).data,
  });

/** Makes addresses from which recordings are downloaded. */
export const useRecordingDownload = () =>
  useMutation({ mutationFn: (id: string) => api('POST /recordings/{id}/download', { params: { id } }) });

/** Moves these recordings of an event in time. */
export const useSetOffset = (eventId: string) =>
  // The second key leads to the timelines of all recordings.
  useChange(
    [queryKeys.recordings(eventId), queryKeys.recordingTimelines],
    (move: { ids: string[]; offsetMs: number }) =>
      Promise.all(
        move.ids.map((id) =>
          api('PATCH /recordings/{id}', { params: { id }, body: { recording: { offset_ms: move.offsetMs } } }),
        ),
      ),
  );

/** Deletes a recording of an event. */
export const useDeleteRecording = (eventId: string) =>
  useChange([queryKeys.recordings(eventId)], (id: string) => api('DELETE /recordings/{id}', { params: { id } }));
