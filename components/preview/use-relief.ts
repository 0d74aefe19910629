import type { RemoteVideoTrack } from 'livekit-client';
import { useContext, useEffect, useRef } from 'react';
import type { RoomVideo } from '@/lib/browser/room/event-room';
import { EventRoomContext } from '@/lib/browser/room/use-event-room';
import { usePicture } from './use-picture';

/** LiveKit itself needs up to five seconds, on full cores, until a narrow downlink has pictures again. */
const afterSeconds = 6;

/** Keeps a video that stands still, though its packets arrive, to the low layer for a while. */
export function useRelief(streamId: string, { participant, publication }: RoomVideo): void {
  const relief = useContext(EventRoomContext)?.relief;
  const { identity } = participant;
  const track = publication.track as RemoteVideoTrack | undefined;
  const picture = usePicture(streamId);
  const seconds = picture.kind === 'missing' ? picture.seconds : 0;
  const bytesBefore = useRef(Number.POSITIVE_INFINITY);
  useEffect(() => {
    if (!relief || !track || seconds < afterSeconds - 1) return;
    let isOver = false;
    const check = async () => {
      const { bytesReceived = 0 } = (await track.getReceiverStats()) ?? {};
      if (isOver) return;
      if (seconds >= afterSeconds && bytesReceived > bytesBefore.current) relief.add(identity);
      bytesBefore.current = bytesReceived;
    };
    // The connection is gone; its video element will be, too.
    check().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [relief, track, identity, seconds]);
}
