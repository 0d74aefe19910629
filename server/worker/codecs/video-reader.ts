import type { VideoFacts } from './choose-video-mode';

/** One picture as a camera sent it, ready for a decoder. */
export interface ReadPicture {
  /** Annex B; at a keyframe with all parameters that a decoder needs. */
  data: Buffer;
  nals: Buffer[];
  /** A decoder can start here. */
  isKeyframe: boolean;
  /** Its place in the order of showing, counted in pictures; where it is not known they are shown as they come. */
  place?: number | undefined;
}

/** Takes the pictures out of a camera's PES packets, and learns what they are. */
export interface VideoReader {
  /** What is known so far; null before the first keyframe. The same object until there is something new. */
  readonly facts: VideoFacts | null;
  /** Enough was seen: the facts will change only with the camera's settings. */
  readonly isSettled: boolean;
  /** @param data one PES packet: mostly one picture */
  read(data: Buffer): ReadPicture[];
}
