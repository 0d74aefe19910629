import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { tokenStore } from '../api/token-store';
import { eventQuery, isMissing } from '../data/use-events';
import { EventRoom } from './event-room';

/** Connects to an event's room while the component is mounted, the user is signed in, and the event exists. */
export function useSignedInRoom(eventId: string): EventRoom {
  const client = useQueryClient();
  const room = useMemo(
    () =>
      new EventRoom(async (connection) => {
        const query = eventQuery(eventId);
        // Keeps the page's message about a deleted event: LiveKit may end the connection later.
        if (isMissing(client.getQueryState(query.queryKey)?.error ?? null)) return null;
        // The page's first answer already has a token; a later connection needs a new one.
        const event = await client.fetchQuery(connection === 'first' ? query : { ...query, staleTime: 0 });
        const { livekit_url: url, livekit_token: token } = event.attributes;
        return url && token ? { url, token } : null;
      }),
    [client, eventId],
  );
  // Fetches nothing: the room itself and the page do.
  const { error } = useQuery({ ...eventQuery(eventId), enabled: false });
  // The room of a deleted event lets nobody in, and asking again would replace the page's message.
  const isGone = isMissing(error);
  useEffect(() => (tokenStore.get() && !isGone ? room.start() : undefined), [room, isGone]);
  return room;
}
