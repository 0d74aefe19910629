import type { RemoteTrackPublication } from 'livekit-client';
import { isLarge, isSharp, layerQuality } from './layers';
import { pauseVideo } from './pause-video';

/** By then LiveKit has changed the layer, unless it waits for the camera's keyframe. */
const largeSeconds = 4;
/** Later, so that a video that has become large meanwhile is renewed while LiveKit still goes by what the downlink carries. */
const smallSeconds = 6;

/**
 * Has livekit-server decide anew about a video that it has lost sight of, by a short pause of it. While the downlink is too
 * narrow for one video, it takes no note that another one has become large; and it takes one that it has stepped down, and
 * that has become small since, to want more for ever, so that the downlink stays too narrow for it, and no other video gets
 * the source layer (1.13, `ProvisionalAllocateGetCooperativeTransition` in `pkg/sfu/forwarder.go`).
 * @returns a function that stops
 */
export function renewVideo(publication: RemoteTrackPublication, video: HTMLVideoElement): () => void {
  let isUnnoticed = true;
  let isSteppedDown = false;
  let [largeFor, smallFor] = [0, 0];
  const notice = () => {
    if (isLarge(publication, video) && isSharp(video)) isUnnoticed = false;
  };
  const check = () => {
    const { track, videoQuality, isEnabled } = publication;
    if (!track || !isEnabled) return;
    if (!isLarge(publication, video) || videoQuality === layerQuality.low) {
      [isUnnoticed, largeFor] = [true, 0];
      if (!isSteppedDown || ++smallFor < smallSeconds) return;
      isSteppedDown = false;
      pauseVideo(track);
      return;
    }
    smallFor = 0;
    isSteppedDown = !isSharp(video);
    notice();
    if (!isUnnoticed || ++largeFor < largeSeconds) return;
    isUnnoticed = false;
    pauseVideo(track);
  };
  const timer = setInterval(check, 1_000);
  // It may be sharp for less than a second.
  video.addEventListener('resize', notice);
  return () => {
    clearInterval(timer);
    video.removeEventListener('resize', notice);
  };
}
