import type { RemoteTrack } from 'livekit-client';

/** livekit-server acts 100 ms after it has heard that a video is out of view. */
const pauseMs = 200;

/**
 * Takes a video out of view for livekit-server, which decides anew about one that comes into view, and back if it has not
 * left the view meanwhile.
 */
export function pauseVideo(track: RemoteTrack): void {
  track.emit('visibilityChanged', false, track);
  let isVisible = true;
  const follow = (nowVisible: boolean) => {
    isVisible = nowVisible;
  };
  track.on('visibilityChanged', follow);
  setTimeout(() => {
    track.off('visibilityChanged', follow);
    if (isVisible) track.emit('visibilityChanged', true, track);
  }, pauseMs);
}
