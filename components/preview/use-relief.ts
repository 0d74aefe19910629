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
  const receiver = publication.track?.receiver;
  const picture = usePicture(streamId);
  const seconds = picture.kind === 'missing' ? picture.seconds : 0;
  const bytesBefore = useRef(Number.POSITIVE_INFINITY);
  useEffect(() => {
    if (!relief || !receiver || seconds < afterSeconds - 1) return;
    let isOver = false;
    void receivedBytes(receiver).then((byteCount) => {
      if (isOver) return;
      if (seconds >= afterSeconds && byteCount > bytesBefore.current) relief.add(identity);
      bytesBefore.current = byteCount;
    });
    return () => {
      isOver = true;
    };
  }, [relief, receiver, identity, seconds]);
}

/** Of the media that has come, without padding. */
async function receivedBytes(receiver: RTCRtpReceiver): Promise<number> {
  let byteCount = 0;
  for (const report of (await receiver.getStats()).values()) {
    if (report.type === 'inbound-rtp') byteCount += report.bytesReceived;
  }
  return byteCount;
}
