import type { KnownText } from '@/lib/contracts/catalogue/catalogue';
import type { VideoCodec } from './codec-names';

/** The facts that decide whether a browser can play a camera's video untouched. */
export interface VideoFacts {
  codec: VideoCodec;
  /** FFmpeg's name, such as High or Main 10; null when it has none. */
  profile: string | null;
  width: number;
  height: number;
  /** A pixel's width divided by its height. */
  pixelAspect: number;
  chroma: '4:0:0' | '4:2:0' | '4:2:2' | '4:4:4';
  bitDepth: number;
  isInterlaced: boolean;
  /** Access units arrive in another order than their display. */
  hasBFrames: boolean;
  /** False for an encoder that refreshes frames only step by step (intra refresh) or keeps its GOPs open. */
  hasIdr: boolean;
}

export interface VideoMode {
  mode: 'passthrough' | 'transcoded';
  /** Null for passthrough. */
  reason: KnownText | null;
}

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
