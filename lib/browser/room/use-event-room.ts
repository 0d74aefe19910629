import { useQueryClient } from '@tanstack/react-query';
import type { RemoteAudioTrack } from 'livekit-client';
import { createContext, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import { tokenStore } from '../api/token-store';
import { eventQuery } from '../queries/use-events';
import { EventRoom, type RoomConnection, type RoomVideo } from './event-room';

/** The room that the previews below it share. */
export const EventRoomContext = createContext<EventRoom | null>(null);

/** Connects to an event's room as long as the component is there and somebody is signed in. */
export function useEventRoom(eventId: string): EventRoom {
  const client = useQueryClient();
  const room = useMemo(
    () =>
      new EventRoom(async (connection) => {
        const query = eventQuery(eventId);
        // The page's first answer brought a token too; a later connection needs a new one.
        const event = await client.fetchQuery(connection === 'first' ? query : { ...query, staleTime: 0 });
        const { livekit_url: url, livekit_token: token } = event.attributes;
        return url && token ? { url, token } : null;
      }),
    [client, eventId],
  );
  useEffect(() => (tokenStore.get() ? room.start() : undefined), [room]);
  return room;
}

const never = () => () => undefined;

/** The state of the shared connection, and whether the event has a room at all. */
export function useRoomConnection(): { connection: RoomConnection; unavailable: boolean } {
  const room = useContext(EventRoomContext);
  const connection = useSyncExternalStore(
    room?.subscribe ?? never,
    () => room?.connection ?? 'disconnected',
    () => 'connecting' as const,
  );
  const unavailable = useSyncExternalStore(
    room?.subscribe ?? never,
    () => room?.unavailable ?? true,
    () => false,
  );
  return { connection, unavailable };
}

/**
 * The video of a participant, subscribed as long as `shown`; null while there is none.
 * @param keepSmall takes the small layer alone, however large the picture is on the page
 */
export function useRoomVideo(identity: string | null, shown: boolean, keepSmall: boolean): RoomVideo | null {
  const room = useContext(EventRoomContext);
  useEffect(() => {
    if (room && identity && keepSmall) return room.keepSmall(identity);
  }, [room, identity, keepSmall]);
  useEffect(() => {
    if (room && identity && shown) return room.watch(identity);
  }, [room, identity, shown]);
  return useSyncExternalStore(
    room?.subscribe ?? never,
    () => (room && identity && shown ? room.video(identity) : null),
    () => null,
  );
}

/** The sound of a participant, subscribed as long as `wanted`; null while there is none. */
export function useRoomSound(identity: string | null, wanted: boolean): RemoteAudioTrack | null {
  const room = useContext(EventRoomContext);
  useEffect(() => {
    if (room && identity && wanted) return room.hear(identity);
  }, [room, identity, wanted]);
  return useSyncExternalStore(
    room?.subscribe ?? never,
    () => (room && identity && wanted ? room.sound(identity) : null),
    () => null,
  );
}
