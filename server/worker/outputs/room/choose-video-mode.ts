import type { KnownText } from '@/lib/contracts/catalogue/catalogue';
import type { VideoFacts } from '@/lib/media/codecs/video-reader';
import type { VideoMode } from '../../monitor/describe-media';

/** Encoders that scale round the pixel's shape; nobody sees two percent. */
const maxPixelAspectError = 0.02;

/**
 * Whether the room gets the camera's own bits. Every browser shows H.264 that is 8-bit, 4:2:0, progressive, with square
 * pixels and in display order. Everything else is transcoded.
 */
export function chooseVideoMode(facts: Omit<VideoFacts, 'profile' | 'width' | 'height'>): VideoMode {
  const reason = reasonToTranscode(facts);
  return { mode: reason === null ? 'passthrough' : 'transcoded', reason };
}

function reasonToTranscode(facts: Parameters<typeof chooseVideoMode>[0]): KnownText | null {
  const { codec, chroma, bitDepth, pixelAspect, isInterlaced, hasBFrames, hasIdr } = facts;
  if (codec !== 'h264') return { code: 'transcoded_codec', figures: { codec } };
  if (chroma !== '4:2:0') return { code: 'transcoded_chroma', figures: { chroma } };
  if (bitDepth !== 8) return { code: 'transcoded_bit_depth', figures: { bitDepth } };
  if (isInterlaced) return { code: 'transcoded_interlaced', figures: {} };
  if (Math.abs(pixelAspect - 1) > maxPixelAspectError) return { code: 'transcoded_pixel_shape', figures: {} };
  if (hasBFrames) return { code: 'transcoded_b_frames', figures: {} };
  return hasIdr ? null : { code: 'transcoded_without_idr', figures: {} };
}
