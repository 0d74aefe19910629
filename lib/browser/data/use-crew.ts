import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CrewMessage } from '@/lib/contracts/cable-messages';
import type { CrewPhoneJson } from '@/lib/contracts/phones';
import { api } from '../api/api-client';
import { queryKeys } from './query-keys';
import { upsertRow } from './update-rows';
import { refreshIntervalMs, useCable, useIsCableConnected } from './use-cable';

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
  const client = useQueryClient();
  const queryKey = queryKeys.crew(eventId);
  const isConnected = useIsCableConnected();
  useCable(
    { name: 'CrewChannel' },
    {
      onMessage: (message) =>
        client.setQueryData<CrewPhone[]>(queryKey, (phones) => phones && applied(phones, message, eventId)),
      // A snapshot that came before the list was loaded is lost.
      onConfirm: () => void client.invalidateQueries({ queryKey }),
    },
  );
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await api('GET /events/{id}/crew', { params: { id: eventId }, signal })).data.map(received),
    refetchInterval: isConnected ? false : refreshIntervalMs,
  });
}

const received = (phone: CrewPhoneJson): CrewPhone => Object.assign({ receivedMs: performance.now() }, phone);

function applied(phones: CrewPhone[], message: CrewMessage, eventId: string): CrewPhone[] {
  switch (message.type) {
    case 'crew_snapshot':
      return message.is_complete
        ? message.phones.filter(({ attributes }) => attributes.event_id === eventId).map(received)
        : phones;
    case 'phone_remove':
      return phones.filter(({ attributes }) => attributes.stream_id !== message.stream_id);
    case 'phone_upsert':
      return message.phone.attributes.event_id === eventId ? upsertRow(phones, received(message.phone)) : phones;
  }
}

/** Sends a text to the phones of an event. */
export function useMessageCrew(eventId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ text, streamId }: DirectorMessage) =>
      api('POST /events/{id}/crew/messages', {
        params: { id: eventId },
        body: { message: { text, stream_id: streamId } },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.crew(eventId) }),
  });
}
