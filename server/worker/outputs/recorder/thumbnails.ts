import type { Frame } from 'node-av/lib';
import { decodeKeyframe } from '@/lib/media/codecs/video-decoder';
import { encodeStill } from '@/lib/media/encode-still';
import type { FaultLog } from '../../control/fault-log';
import type { Tracks } from '../../program/ts-program';
import type { KeyframeNote } from './segment-cutter';

/** Interval between two thumbnails. */
const intervalUs = 10_000_000;
const width = 240;

/** Makes small pictures of some keyframes. A camera whose keyframes cannot be decoded has none. */
export class Thumbnails {
  readonly #faults: FaultLog;
  #video: Tracks['video'] = null;
  /** The keyframe that the next one is made of; null until one is due. */
  #of: { pts: number | null; atUs: number } | null = null;
  #lastUs = 0;

  constructor(faults: FaultLog) {
    this.#faults = faults;
  }

  setVideo(video: Tracks['video']): void {
    this.#video = video;
  }

  /** Makes the next one at once, for another recording. */
  restart(): void {
    this.#of = null;
    this.#lastUs = 0;
  }

  /** Chooses a keyframe, whose picture is still to come, where one is due. */
  choose({ pts, wallUs }: KeyframeNote): void {
    if (wallUs - this.#lastUs < intervalUs) return;
    this.#lastUs = wallUs;
    this.#of = { pts, atUs: wallUs };
  }

  /** Decodes the chosen keyframe off this thread. @returns null for any other, and where it cannot be decoded */
  async make(pts: number | null, data: Buffer): Promise<{ atUs: number; jpeg: string } | null> {
    const [of, video] = [this.#of, this.#video];
    if (!of || of.pts !== pts) return null;
    this.#of = null;
    if (!video) return null;
    try {
      const { codec, maxPixels } = video;
      const use = (frame: Frame) => encodeStill(frame, width);
      const jpeg = await decodeKeyframe(codec, data, { maxPixels, isRough: true, use });
      return jpeg && { atUs: of.atUs, jpeg: jpeg.toString('base64') };
    } catch (error) {
      this.#faults.add('thumbnail', error);
      return null;
    }
  }
}
