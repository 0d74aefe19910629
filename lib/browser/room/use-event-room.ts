import type { RemoteAudioTrack } from 'livekit-client';
import { createContext, type RefObject, useContext, useEffect, useMemo } from 'react';
import { useObservable } from '../use-observable';
import type { EventRoom, RoomConnection, RoomReach, RoomVideo } from './event-room';

/** The room that the previews below the provider share. */
export const EventRoomContext = createContext<EventRoom | null>(null);

/** The state of the shared connection, how far it comes, and whether the event has a room at all. */
export function useRoomConnection(): { connection: RoomConnection; reach: RoomReach; unavailable: boolean } {
  const room = useContext(EventRoomContext);
  const connection = useObservable(room, (room) => room.connection, 'disconnected', 'connecting');
  const unavailable = useObservable(room, (room) => room.unavailable, true, false);
  const reach = useObservable(room, (room) => room.reach, 'nothing');
  return { connection, reach, unavailable };
}

/** The server's text for everybody in the room; empty where there is none. */
export function useRoomMetadata(): string {
  const room = useContext(EventRoomContext);
  return useObservable(room, ({ metadata }) => metadata, '');
}

/** Those of some participants that are not in the room. @param identities without spaces */
export function useRoomAbsentees(identities: readonly string[]): ReadonlySet<string> {
  const room = useContext(EventRoomContext);
  // A text is equal while nobody comes or goes.
  const text = useObservable(room, (room) => identities.filter((identity) => !room.has(identity)).join(' '), '');
  return useMemo(() => new Set(text.split(' ').filter(Boolean)), [text]);
}

/**
 * A participant's video, subscribed while `isShown`; null while there is none.
 * @param tile that it is shown in
 * @param lowLayerOnly limits it to the low layer, whatever its size on the page
 */
export function useRoomVideo(
  identity: string | null,
  tile: RefObject<HTMLElement | null>,
  isShown: boolean,
  lowLayerOnly: boolean,
): RoomVideo | null {
  const room = useContext(EventRoomContext);
  useEffect(() => {
    if (room && identity && lowLayerOnly) return room.limitToLowLayer(identity);
  }, [room, identity, lowLayerOnly]);
  useEffect(() => {
    if (room && identity && isShown) return room.subscribeVideo(identity, () => tile.current?.clientHeight ?? 0);
  }, [room, identity, tile, isShown]);
  return useObservable(room, (room) => (identity && isShown ? room.video(identity) : null), null);
}

/**
 * Has LiveKit send the layer that an element needs of the video that it plays.
 * @param playing null while no element shows the video
 * @param stillSeconds for how long it has shown no new frame; 0: it moves
 */
export function useVideoLayer(video: RoomVideo, playing: HTMLVideoElement | null, stillSeconds: number): void {
  const room = useContext(EventRoomContext);
  useEffect(() => (room && playing ? room.playVideo(video, playing) : undefined), [room, video, playing]);
  useEffect(() => {
    if (playing) room?.standStill(playing, stillSeconds);
  }, [room, playing, stillSeconds]);
}

/** A participant's audio track, subscribed while `isNeeded`; null while there is none. */
export function useRoomAudio(identity: string | null, isNeeded: boolean): RemoteAudioTrack | null {
  const room = useContext(EventRoomContext);
  useEffect(() => {
    if (room && identity && isNeeded) return room.subscribeAudio(identity);
  }, [room, identity, isNeeded]);
  return useObservable(room, (room) => (identity && isNeeded ? room.audio(identity) : null), null);
}
