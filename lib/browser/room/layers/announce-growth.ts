import type { RemoteTrackPublication } from 'livekit-client';
import { lowLayerSufficesPx } from './layers';

/**
 * Tells LiveKit at once when a video has become too large for the low layer. LiveKit's client does so 100 ms after it has
 * seen the new size, and its server takes another 100 ms to act on it (1.13, `pkg/rtc/subscribedtrack.go`), unless the
 * video has just come into view: so it is told that, too. What the client says later changes nothing. A video that is
 * small again before the client has looked is the same size to it, so that is told here as well.
 * @returns a function that stops
 */
export function announceGrowth(publication: RemoteTrackPublication, video: HTMLVideoElement): () => void {
  // Its first size goes with the subscription.
  let wasLarge = video.clientHeight > lowLayerSufficesPx;
  const observer = new ResizeObserver(() => {
    const { clientWidth: width, clientHeight: height } = video;
    const isLarge = height > lowLayerSufficesPx;
    const { track } = publication;
    if (isLarge === wasLarge || !track || !publication.isEnabled) return;
    wasLarge = isLarge;
    track.emit('videoDimensionsChanged', { width, height }, track);
    if (!isLarge) return;
    track.emit('visibilityChanged', false, track);
    track.emit('visibilityChanged', true, track);
  });
  observer.observe(video);
  return () => observer.disconnect();
}
