import type { RemoteTrackPublication } from 'livekit-client';
import { layerQuality, lowLayerSufficesPx } from './layers';

/** By then LiveKit has changed the layer, unless it waits for the camera's keyframe. */
const largeSeconds = 4;
/** Later, so that a video that has become large meanwhile is renewed while LiveKit still goes by what the downlink carries. */
const smallSeconds = 6;
/** livekit-server acts 100 ms after it has heard that a video is out of view. */
const pauseMs = 200;

type Track = NonNullable<RemoteTrackPublication['track']>;

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
  const isLarge = () => Math.min(video.clientHeight, publication.dimensions?.height ?? 0) > lowLayerSufficesPx;
  const isSharp = () => video.videoHeight > lowLayerSufficesPx;
  const notice = () => {
    if (isLarge() && isSharp()) isUnnoticed = false;
  };
  const check = () => {
    const { track, videoQuality, isEnabled } = publication;
    if (!track || !isEnabled) return;
    if (!isLarge() || videoQuality === layerQuality.low) {
      [isUnnoticed, largeFor] = [true, 0];
      if (!isSteppedDown || ++smallFor < smallSeconds) return;
      isSteppedDown = false;
      pause(track);
      return;
    }
    smallFor = 0;
    isSteppedDown = !isSharp();
    notice();
    if (!isUnnoticed || ++largeFor < largeSeconds) return;
    isUnnoticed = false;
    pause(track);
  };
  const timer = setInterval(check, 1_000);
  // It may be sharp for less than a second.
  video.addEventListener('resize', notice);
  return () => {
    clearInterval(timer);
    video.removeEventListener('resize', notice);
  };
}

/** Takes a video out of view for LiveKit, and back if it has not left the view meanwhile. */
function pause(track: Track): void {
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
