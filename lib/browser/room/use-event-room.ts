import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { RemoteAudioTrack } from 'livekit-client';
import { createContext, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import { tokenStore } from '../api/token-store';
import { eventQuery, isMissing } from '../queries/use-events';
import { EventRoom, type RoomConnection, type RoomVideo } from './event-room';

/** The room that the previews below the provider share. */
export const EventRoomContext = createContext<EventRoom | null>(null);

/** Connects to an event's room while the component is mounted, the user is signed in, and the event exists. */
export function useEventRoom(eventId: string): EventRoom {
  const client = useQueryClient();
  const room = useMemo(
    () =>
      new EventRoom(async (connection) => {
        const query = eventQuery(eventId);
        // The page's first answer already has a token; a later connection needs a new one.
        const event = await client.fetchQuery(connection === 'first' ? query : { ...query, staleTime: 0 });
        const { livekit_url: url, livekit_token: token } = event.attributes;
        return url && token ? { url, token } : null;
      }),
    [client, eventId],
  );
  // Fetches nothing: the room itself and the page do.
  const { error } = useQuery({ ...eventQuery(eventId), enabled: false });
  // The room of a deleted event lets nobody in, and asking again would replace what the page says about it.
  const isGone = isMissing(error);
  useEffect(() => (tokenStore.get() && !isGone ? room.start() : undefined), [room, isGone]);
  return room;
}

const neverChanges = () => () => undefined;

/** The state of the shared connection, and whether the event has a room at all. */
export function useRoomConnection(): { connection: RoomConnection; unavailable: boolean } {
  const room = useContext(EventRoomContext);
  const connection = useSyncExternalStore(
    room?.subscribe ?? neverChanges,
    () => room?.connection ?? 'disconnected',
    () => 'connecting' as const,
  );
  const unavailable = useSyncExternalStore(
    room?.subscribe ?? neverChanges,
    () => room?.unavailable ?? true,
    () => false,
  );
  return { connection, unavailable };
}

/**
 * A participant's video, subscribed while `isShown`; null while there is none.
 * @param lowLayerOnly limits it to the low layer, whatever its size on the page
 */
export function useRoomVideo(identity: string | null, isShown: boolean, lowLayerOnly: boolean): RoomVideo | null {
  const room = useContext(EventRoomContext);
  useEffect(() => {
    if (room && identity && lowLayerOnly) return room.limitToLowLayer(identity);
  }, [room, identity, lowLayerOnly]);
  useEffect(() => {
    if (room && identity && isShown) return room.subscribeVideo(identity);
  }, [room, identity, isShown]);
  return useSyncExternalStore(
    room?.subscribe ?? neverChanges,
    () => (room && identity && isShown ? room.video(identity) : null),
    () => null,
  );
}

/** A participant's audio track, subscribed while `isNeeded`; null while there is none. */
export function useRoomAudio(identity: string | null, isNeeded: boolean): RemoteAudioTrack | null {
  const room = useContext(EventRoomContext);
  useEffect(() => {
    if (room && identity && isNeeded) return room.subscribeAudio(identity);
  }, [room, identity, isNeeded]);
  return useSyncExternalStore(
    room?.subscribe ?? neverChanges,
    () => (room && identity && isNeeded ? room.audio(identity) : null),
    () => null,
  );
}
