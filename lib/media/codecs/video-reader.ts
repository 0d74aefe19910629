import type { EncoderTime } from './sei';
import type { VideoCodec } from './video-decoder';

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

/** One access unit as a camera sent it, ready for a decoder. */
export interface AccessUnit {
  /** Annex B; a keyframe includes all parameters that a decoder needs. */
  data: Buffer;
  nals: Buffer[];
  /** A decoder can start here. */
  isKeyframe: boolean;
  /** A browser can, too. H.264 only. */
  isIdr: boolean;
  /** Size of the picture itself, without parameters and padding. */
  sliceBytes: number;
  /** A predicted frame only repeats another one; undefined when its size does not tell. */
  isUnchanged?: boolean | undefined;
  /** Its index in display order, in frames; undefined when unknown, so that frames are shown as they come. */
  displayIndex?: number | undefined;
  /** When the encoder captured the frame, by its own account. */
  encoderTime?: EncoderTime | null;
  /** The encoder's own name for itself; most access units have none. */
  encoderName?: string | null;
}

/** Splits a camera's PES packets into access units, and learns their format. */
export interface VideoReader {
  /** The facts so far; null before the first keyframe. The same object until they change. */
  readonly facts: VideoFacts | null;
  /** Enough was seen: the facts change only with the camera's settings. */
  readonly isSettled: boolean;
  /**
   * @param data one PES packet, mostly one access unit
   * @returns access units within the limits
   * @throws RangeError for unreadable parameters, and for more units than any encoder makes of so many bytes
   */
  read(data: Buffer): AccessUnit[];
}
