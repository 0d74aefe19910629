import type { VideoCodec } from './codec-names';

/** The facts that decide whether a browser can show a camera's video as it is. */
export interface VideoFacts {
  codec: VideoCodec;
  /** FFmpeg's name, such as High or Main 10; null when it has none. */
  profile: string | null;
  width: number;
  height: number;
  /** A pixel's width divided by its height. */
  pixelAspect: number;
  chroma: '4:0:0' | '4:2:0' | '4:2:2' | '4:4:4';
  /** The larger of the luma and chroma depths. */
  bitDepth: number;
  isInterlaced: boolean;
  /** Access units arrive in another order than their display. */
  hasBFrames: boolean;
  /** False for an encoder that refreshes frames only step by step (intra refresh) or keeps its GOPs open. */
  hasIdr: boolean;
}

export interface VideoMode {
  mode: 'passthrough' | 'transcoded';
  /** One sentence that tells the user why, and which setting avoids transcoding. Null for passthrough. */
  reason: string | null;
}

const codecNames: Record<Exclude<VideoCodec, 'h264'>, string> = { hevc: 'HEVC', mpeg2video: 'MPEG-2' };

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

function reasonToTranscode(facts: Parameters<typeof chooseVideoMode>[0]): string | null {
  const { codec, chroma, bitDepth, pixelAspect, isInterlaced, hasBFrames, hasIdr } = facts;
  if (codec !== 'h264') return `${codecNames[codec]} cannot be shown by every browser: set the encoder to H.264.`;
  if (chroma !== '4:2:0') return `Browsers cannot show colour of ${chroma}: set the encoder to 4:2:0.`;
  if (bitDepth !== 8) return `Browsers cannot show H.264 of ${bitDepth} bits: set the encoder to 8 bits.`;
  if (isInterlaced) return 'Browsers cannot show interlaced pictures: set the encoder to progressive.';
  if (Math.abs(pixelAspect - 1) > maxPixelAspectError)
    return 'Browsers show every pixel as a square: set the encoder to a size with square pixels, like 1920 × 1080.';
  if (hasBFrames) return 'Browsers show B-frames in the wrong order: set the number of B-frames to 0.';
  if (!hasIdr)
    return 'Browsers can begin only at an IDR picture and there are none: switch intra refresh and open GOP off.';
  return null;
}
