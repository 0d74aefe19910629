import type { RemoteTrack } from 'livekit-client';
import { type RefObject, useEffect } from 'react';

/** Plays a track in an element while both are there. */
export function useAttached(track: RemoteTrack | null, ref: RefObject<HTMLMediaElement | null>): void {
  useEffect(() => {
    const element = ref.current;
    if (!track || !element) return;
    track.attach(element);
    return () => void track.detach(element);
  }, [track, ref]);
}
