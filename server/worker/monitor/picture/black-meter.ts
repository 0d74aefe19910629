/** In 8-bit video range, where black is 16. FFmpeg's blackdetect uses 10 % above it, which dark scenes reach. */
const blackBelow = 30;
/** Share of points that must be black: a logo or a line of text is a picture. */
const blackShare = 0.995;
/** How many times the noise of a covered lens a frame takes that brings a picture back between two keyframes. */
const doubtFactor = 2;
const doubtBytes = 2_000;
/** While all frames are decoded, the result expires this long after the last one. */
const validMs = 2_000;

/** Whether a picture is black. @param points its luma, of 8 bits */
export function isBlack(points: Uint8Array): boolean {
  let black = 0;
  for (const point of points) if (point < blackBelow) black++;
  return black >= blackShare * points.length;
}

/**
 * How long the picture has been black: by all frames while they are decoded anyway, otherwise by the camera's
 * keyframes. A black keyframe counts until the next one, unless a frame between them is large enough to bring a picture
 * back.
 */
export class BlackMeter {
  readonly #now: () => number;
  #frameAtMs = Number.NEGATIVE_INFINITY;
  #blackSinceMs: number | null = null;
  #hasKeyframe = false;
  #keyframeBytes = 0;
  #isDoubted = false;

  /** @param now a clock in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** All frames are being decoded. */
  get hasFrames(): boolean {
    return this.#now() - this.#frameAtMs <= validMs;
  }

  /** Takes one of the frames while all are decoded; a few a second are enough. */
  addFrame(black: boolean): void {
    const nowMs = this.#now();
    if (!this.hasFrames && !this.#hasKeyframe) this.#blackSinceMs = null;
    this.#frameAtMs = nowMs;
    this.#note(black);
  }

  /** Takes each frame's size. @param bytes the size */
  addSize(bytes: number, isKeyframe: boolean): void {
    if (isKeyframe) {
      this.#keyframeBytes = bytes;
      this.#isDoubted = false;
    } else if (bytes > this.#keyframeBytes * doubtFactor + doubtBytes) {
      this.#isDoubted = true;
      if (!this.hasFrames) this.#blackSinceMs = null;
    }
  }

  /** Takes the latest keyframe while nothing else is decoded. */
  addKeyframe(black: boolean): void {
    this.#hasKeyframe = true;
    if (!this.hasFrames) this.#note(black && !this.#isDoubted);
  }

  /** Starts again with another video. */
  restart(): void {
    this.#frameAtMs = Number.NEGATIVE_INFINITY;
    this.#blackSinceMs = null;
    this.#hasKeyframe = false;
  }

  /** For how many seconds the picture has been black, 0 if it is not; null while nothing has been decoded. */
  get seconds(): number | null {
    if (!this.hasFrames && !this.#hasKeyframe) return null;
    return this.#blackSinceMs === null ? 0 : (this.#now() - this.#blackSinceMs) / 1000;
  }

  #note(black: boolean): void {
    if (!black) this.#blackSinceMs = null;
    else this.#blackSinceMs ??= this.#now();
  }
}
