import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/api-client';
import { queryKeys } from './query-keys';

/** Phones report once a second. */
const refreshMs = 2_000;

interface CrewMessage {
  text: string;
  /** Null: every phone of the event. */
  streamId: string | null;
}

/** The phones of an event, as they reported last. */
export const useCrew = (eventId: string) =>
  useQuery({
    queryKey: queryKeys.crew(eventId),
    queryFn: async ({ signal }) => (await api('GET /events/{id}/crew', { params: { id: eventId }, signal })).data,
    refetchInterval: refreshMs,
  });

/** Sends a text to the phones of an event. */
export function useMessageCrew(eventId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ text, streamId }: CrewMessage) =>
      api('POST /events/{id}/crew/messages', {
        params: { id: eventId },
        body: { message: { text, stream_id: streamId } },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.crew(eventId) }),
  });
}
