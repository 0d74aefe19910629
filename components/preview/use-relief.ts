import type { RemoteVideoTrack } from 'livekit-client';
import { useContext, useEffect, useRef } from 'react';
import type { RoomVideo } from '@/lib/browser/room/event-room';
import { EventRoomContext } from '@/lib/browser/room/use-event-room';
import { usePicture } from './use-picture';

/** LiveKit itself mostly needs less until a narrow downlink has pictures again. */
const afterSeconds = 3;

/**
 * Keeps a video to the low layer for a while that stands still, though its packets arrive, or that LiveKit has stepped down
 * for good.
 * @param playing the element that shows it; null while it shows nothing
 */
export function useRelief(
  streamId: string,
  { participant, publication }: RoomVideo,
  playing: HTMLVideoElement | null,
): void {
  const room = useContext(EventRoomContext);
  const { identity } = participant;
  const track = publication.track as RemoteVideoTrack | undefined;
  const picture = usePicture(streamId);
  const seconds = picture.kind === 'missing' ? picture.seconds : 0;
  useEffect(
    () => (room && playing ? room.abandonedVideos.watch({ identity, publication, video: playing }) : undefined),
    [room, identity, publication, playing],
  );
  const bytesBefore = useRef(Number.POSITIVE_INFINITY);
  useEffect(() => {
    if (!room || !track || seconds < afterSeconds - 1) return;
    let isOver = false;
    const check = async () => {
      const { bytesReceived = 0 } = (await track.getReceiverStats()) ?? {};
      if (isOver) return;
      if (seconds >= afterSeconds && bytesReceived > bytesBefore.current) room.relief.add(identity, track);
      bytesBefore.current = bytesReceived;
    };
    // The connection is gone; its video element will be, too.
    check().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [room, track, identity, seconds]);
}
