import { useQuery } from '@tanstack/react-query';
import type { CrewPhoneJson } from '@/lib/contracts/phones';
import { api } from '../api/api-client';
import { useChange } from './api-query';
import { useLiveList } from './live-list';
import { queryKeys } from './query-keys';
import { refreshIntervalMs, useIsCableConnected } from './use-cable';

interface DirectorMessage {
  text: string;
  /** Null: every phone of the event. */
  streamId: string | null;
}

/** A phone as it was when this page heard of it. */
export interface CrewPhone extends CrewPhoneJson {
  /** By performance.now(). */
  receivedMs: number;
}

/** The phones of an event, kept current by their reports. */
export function useCrew(eventId: string) {
  const queryKey = queryKeys.crew(eventId);
  const isConnected = useIsCableConnected();
  useLiveList({
    channel: 'CrewChannel',
    queryKey,
    keep: (phone) => (phone.attributes.event_id === eventId ? received(phone) : null),
    removalIdOf: ({ attributes }) => attributes.stream_id,
  });
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await api('GET /events/{id}/crew', { params: { id: eventId }, signal })).data.map(received),
    refetchInterval: isConnected ? false : refreshIntervalMs,
  });
}

const received = (phone: CrewPhoneJson): CrewPhone => Object.assign({ receivedMs: performance.now() }, phone);

/** Sends a text to the phones of an event. */
export const useMessageCrew = (eventId: string) =>
  useChange([queryKeys.crew(eventId)], ({ text, streamId }: DirectorMessage) =>
    api('POST /events/{id}/crew/messages', {
      params: { id: eventId },
      body: { message: { text, stream_id: streamId } },
    }),
  );
