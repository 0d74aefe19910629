import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/api-client';
import { loadPages } from './load-pages';
import { queryKeys } from './query-keys';

/** Reload interval of a recording in progress. */
const growthIntervalMs = 5_000;

/** The recordings of an event, oldest first. @param isWanted false: they are not loaded */
export const useRecordings = (eventId: string, isWanted = true) =>
  useQuery({
    enabled: isWanted,
    queryKey: queryKeys.recordings(eventId),
    queryFn: ({ signal }) =>
      loadPages((cursor) => api('GET /events/{id}/recordings', { params: { id: eventId }, query: { cursor }, signal })),
    refetchInterval: ({ state }) =>
      state.data?.some(({ attributes }) => attributes.ended_at === null || attributes.upload !== null)
        ? growthIntervalMs
        : false,
  });

/** The timelines of several recordings, in the same order. */
export const useRecordingTimelines = (recordings: { id: string; isGrowing: boolean }[]) =>
  useQueries({
    queries: recordings.map(({ id, isGrowing }) => ({
      queryKey: queryKeys.recordingTimeline(id),
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await api('GET /recordings/{id}/timeline', { params: { id }, signal })).data,
      staleTime: isGrowing ? 0 : Number.POSITIVE_INFINITY,
      refetchInterval: isGrowing ? growthIntervalMs : (false as const),
    })),
  });

/** Starts and stops the recording of streams; their lists are then loaded again. */
export function useRecorder() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ streamId, on }: { streamId: string; on: boolean }) =>
      api(on ? 'POST /streams/{id}/recording' : 'DELETE /streams/{id}/recording', { params: { id: streamId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.streams }),
  });
}

/** Starts and stops the recording of all cameras of an event; their lists are then loaded again. */
export function useEventRecorder(eventId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (on: boolean) =>
      api(on ? 'POST /events/{id}/recording' : 'DELETE /events/{id}/recording', { params: { id: eventId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.streams }),
  });
}

/** Loads the last seconds of all angles of an event. */
export const useReplay = (eventId: string) =>
  useMutation({
    mutationFn: async (seconds: number) =>
      (await api('GET /events/{id}/replay', { params: { id: eventId }, query: { seconds } })).data,
  });

/** Makes addresses from which recordings are downloaded. */
export const useRecordingDownload = () =>
  useMutation({ mutationFn: (id: string) => api('POST /recordings/{id}/download', { params: { id } }) });

/** Moves recordings of an event in time. */
export function useSetOffset(eventId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ ids, offsetMs }: { ids: string[]; offsetMs: number }) =>
      Promise.all(
        ids.map((id) =>
          api('PATCH /recordings/{id}', { params: { id }, body: { recording: { offset_ms: offsetMs } } }),
        ),
      ),
    onSettled: (_, __, { ids }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.recordings(eventId) }),
        ...ids.map((id) => client.invalidateQueries({ queryKey: queryKeys.recordingTimeline(id) })),
      ]),
  });
}

/** Deletes a recording of an event. */
export function useDeleteRecording(eventId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api('DELETE /recordings/{id}', { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.recordings(eventId) }),
  });
}
