import { useContext, useEffect, useRef } from 'react';
import { watchLatencies } from '@/components/preview/use-screen-latency';
import { FrameLock } from '@/lib/browser/room/frame-lock';
import { EventRoomContext } from '@/lib/browser/room/use-event-room';
import type { StreamJson } from '@/lib/contracts/streams';

/** Delays the faster ones of the cameras that the page plays while `isOn`, so that all of them show the same moment. */
export function useFrameLock(isOn: boolean, streams: readonly StreamJson[]): void {
  const room = useContext(EventRoomContext);
  const latest = useRef(streams);
  useEffect(() => {
    latest.current = streams;
  });
  useEffect(() => {
    if (!isOn || !room) return;
    const lock = new FrameLock();
    const delayed = new Set<string>();
    const stop = watchLatencies((streamId, latencyMs) => {
      const identity = latest.current.find(({ id }) => id === streamId)?.attributes.participant_identity;
      if (latencyMs === null) lock.remove(streamId);
      if (!identity) return;
      delayed.add(identity);
      room.delay(identity, latencyMs === null ? 0 : lock.update(streamId, latencyMs));
    });
    return () => {
      stop();
      for (const identity of delayed) room.delay(identity, 0);
    };
  }, [isOn, room]);
}
