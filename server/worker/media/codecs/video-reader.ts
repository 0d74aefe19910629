import type { EncoderTime } from '../sei/encoder-time';
import type { VideoFacts } from './choose-video-mode';

/** One access unit as a camera sent it, ready for a decoder. */
export interface AccessUnit {
  /** Annex B; at a keyframe with all parameters that a decoder needs. */
  data: Buffer;
  nals: Buffer[];
  /** A decoder can start here. */
  isKeyframe: boolean;
  /** A browser can, too. Told of H.264 alone. */
  isIdr: boolean;
  /** Size of the picture itself, without parameters and padding. */
  sliceBytes: number;
  /** A frame predicted from another one takes no more than to repeat that one; undefined where its size does not tell. */
  isUnchanged?: boolean | undefined;
  /** Its place in the order of display, counted in frames; where it is not known they are shown as they come. */
  displayIndex?: number | undefined;
  /** When the encoder says that it captured the frame. */
  encoderTime?: EncoderTime | null;
}

/** Takes the access units out of a camera's PES packets, and learns what they are. */
export interface VideoReader {
  /** The facts so far; null before the first keyframe. The same object until they change. */
  readonly facts: VideoFacts | null;
  /** Enough was seen: the facts will change only with the camera's settings. */
  readonly isSettled: boolean;
  /**
   * @param data one PES packet: mostly one access unit
   * @returns nothing of what is beyond the limits
   * @throws RangeError for parameters that cannot be read, and for more units than any encoder makes of so many bytes
   */
  read(data: Buffer): AccessUnit[];
}
