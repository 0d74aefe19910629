import { type SubscribedQualityUpdate, VideoQuality } from '@livekit/protocol';
import type { Layer } from '../../../../media/layer-format';

/** Which layers somebody watches, as LiveKit says it. */
export function watchedLayers({
  subscribedCodecs,
  subscribedQualities,
}: SubscribedQualityUpdate): Record<Layer, boolean> {
  const qualities = subscribedCodecs[0]?.qualities ?? subscribedQualities;
  const isEnabled = (quality: VideoQuality) => qualities.some((other) => other.enabled && other.quality === quality);
  return {
    low: isEnabled(VideoQuality.LOW),
    source: isEnabled(VideoQuality.MEDIUM) || isEnabled(VideoQuality.HIGH),
  };
}
