import type { VideoCodec } from './codec-names';

/** The facts that decide whether a browser can show a camera's video as it is. */
export interface VideoFacts {
  codec: VideoCodec;
  /** FFmpeg's name: High, Main 10 … Null where it has none. */
  profile: string | null;
  width: number;
  height: number;
  /** How wide a pixel is to its height. */
  pixelAspect: number;
  chroma: '4:0:0' | '4:2:0' | '4:2:2' | '4:4:4';
  /** The greater of luma and chroma. */
  bitDepth: number;
  isInterlaced: boolean;
  /** Access units are sent in another order than they are shown in. */
  hasBFrames: boolean;
  /** False for an encoder that only ever refreshes its frames step by step (intra refresh), or keeps its GOPs open. */
  hasIdr: boolean;
}

export interface VideoMode {
  mode: 'passthrough' | 'transcoded';
  /** One sentence for the user that says why, and what to set to save the transcoding. Null where it is passthrough. */
  reason: string | null;
}

const codecNames: Record<Exclude<VideoCodec, 'h264'>, string> = { hevc: 'HEVC', mpeg2video: 'MPEG-2' };

/** Encoders that scale round the shape of a pixel; nobody sees two percent. */
const maxPixelAspectError = 0.02;

/**
 * Whether the room gets the camera's own bits: H.264 of 8 bits, 4:2:0, progressive, of square pixels and in the order of
 * display is what every browser decodes and shows as it is meant. Everything else is transcoded.
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
