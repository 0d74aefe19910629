import { RestartPause } from '@/lib/core/restart-pause';
import { decodeKeyframe, type VideoCodec } from '@/lib/media/codecs/video-decoder';
import type { AccessUnit } from '@/lib/media/codecs/video-reader';
import type { FaultLog } from '../../control/fault-log';
import { BlackMeter, isBlack } from './black-meter';
import { FreezeMeter } from './freeze-meter';
import { type MeasuredFrame, readLuma } from './read-luma';

/** Interval between two measured frames of the low layer, and between two keyframes decoded only for this. */
const frameEveryMs = 250;
const keyframeEveryMs = 1_000;
/** A picture is another one when this share of its points differs by this much; better coding alone changes less. */
const changedShare = 0.01;
const changedBy = 24;
/** A sensor's noise changes more than this share of the points each second. Black and burnt-out points have none. */
const noisyShare = 0.005;
const noisyBy = 2;
const grey = { min: 24, max: 230 };
const minGreyShare = 0.05;

interface Points {
  from: 'low layer' | 'keyframe';
  atMs: number;
  luma: Uint8Array;
}

/**
 * Detects a black or frozen picture. Uses the low layer's frames while it is watched, and otherwise decodes at most one
 * keyframe a second.
 */
export class PictureWatch {
  readonly #faults: FaultLog;
  readonly #now: () => number;
  #black: BlackMeter;
  #freeze: FreezeMeter;
  #codec: VideoCodec = 'h264';
  /** Counts the videos, so that results of a former one are ignored. */
  #video = 0;
  #isDecoding = false;
  #decoderPause = new RestartPause();
  #maxPixels = 0;
  #frameAtMs = Number.NEGATIVE_INFINITY;
  #keyframeAtMs = Number.NEGATIVE_INFINITY;
  /** The latest points of the low layer, or else of a keyframe. The two are scaled differently and not compared. */
  #points: Points | null = null;
  /** Those with which the ones of a second later are compared. */
  #reference: Points | null = null;

  /** @param onStill the picture has begun to count as standing still @param now a clock in milliseconds */
  constructor(faults: FaultLog, onStill: () => void, now: () => number = () => performance.now()) {
    this.#faults = faults;
    this.#now = now;
    this.#black = new BlackMeter(now);
    this.#freeze = new FreezeMeter(now, onStill);
  }

  /** For how many seconds the picture has been black, and has stood still; null when unknown. */
  get seconds(): { black: number | null; frozen: number | null } {
    return { black: this.#black.seconds, frozen: this.#freeze.seconds };
  }

  /** Another video begins. @param maxPixels of one frame */
  start(codec: VideoCodec, maxPixels: number): void {
    this.stop();
    this.#codec = codec;
    this.#maxPixels = maxPixels;
  }

  stop(): void {
    this.#video++;
    this.#black.restart();
    this.#freeze.restart();
    this.#points = null;
    this.#reference = null;
  }

  /** Takes each access unit. @returns settles once its picture is judged, off the main thread for a keyframe */
  async addAccessUnit({ data, isKeyframe, sliceBytes, isUnchanged }: AccessUnit): Promise<void> {
    this.#black.addSize(sliceBytes, isKeyframe);
    if (isUnchanged !== undefined) this.#freeze.addPredictedFrame(isUnchanged);
    if (isKeyframe && this.#isKeyframeDue()) await this.#decode(data);
  }

  /** Takes each frame of the low layer. It is valid during the call. */
  addLowLayerFrame(frame: MeasuredFrame): void {
    const nowMs = this.#now();
    if (nowMs - this.#frameAtMs < frameEveryMs) return;
    this.#frameAtMs = nowMs;
    const luma = readLuma(frame);
    if (!luma) return;
    this.#black.addFrame(isBlack(luma));
    this.#compare({ from: 'low layer', atMs: nowMs, luma });
  }

  #isKeyframeDue(): boolean {
    if (this.#black.hasFrames || this.#isDecoding || !this.#decoderPause.isOver) return false;
    const nowMs = this.#now();
    // Keyframes of every second come a little early as often as late.
    if (nowMs - this.#keyframeAtMs < keyframeEveryMs * 0.9) return false;
    this.#keyframeAtMs = nowMs;
    return true;
  }

  async #decode(data: Buffer): Promise<void> {
    const [video, atMs] = [this.#video, this.#now()];
    this.#isDecoding = true;
    try {
      const luma = await decodeKeyframe(this.#codec, data, {
        maxPixels: this.#maxPixels,
        isRough: true,
        use: readLuma,
      });
      if (!luma || video !== this.#video) return;
      this.#black.addKeyframe(isBlack(luma));
      this.#compare({ from: 'keyframe', atMs, luma });
    } catch (error) {
      this.#faults.add('picture: decoding a keyframe', error);
      this.#decoderPause.begin();
    } finally {
      this.#isDecoding = false;
    }
  }

  #compare(points: Points): void {
    const before = this.#points;
    this.#points = points;
    if (before?.from === points.from && isAnother(before.luma, points.luma)) this.#freeze.addOther(before.atMs);
    const reference = this.#reference;
    if (reference?.from === points.from && points.atMs - reference.atMs < keyframeEveryMs * 0.9) return;
    this.#reference = points;
    if (reference?.from === points.from)
      this.#freeze.addComparison(reference.atMs, isSame(reference.luma, points.luma));
  }
}

function isAnother(before: Uint8Array, after: Uint8Array): boolean {
  let changed = 0;
  for (const [index, point] of after.entries()) if (Math.abs(point - (before[index] ?? 0)) > changedBy) changed++;
  return changed > changedShare * after.length;
}

function isSame(before: Uint8Array, after: Uint8Array): boolean {
  let [compared, noisy] = [0, 0];
  for (const [index, point] of after.entries()) {
    if (point < grey.min || point > grey.max) continue;
    compared++;
    if (Math.abs(point - (before[index] ?? 0)) >= noisyBy) noisy++;
  }
  return compared >= minGreyShare * after.length && noisy <= noisyShare * compared;
}
