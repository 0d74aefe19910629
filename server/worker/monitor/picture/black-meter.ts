/** In 8-bit video range, whose black is 16. FFmpeg's blackdetect takes 10 % above it, which dark scenes reach. */
const blackBelow = 30;
/** The share of points that must be black: a logo, or a line of text, is a picture. */
const blackShare = 0.995;
/** A picture that comes back between two keyframes takes more than the noise of a covered lens, by so much. */
const doubtFactor = 2;
const doubtBytes = 2_000;
/** Where all frames are decoded, nothing is known any more after this long without one. */
const validMs = 2_000;

/** Whether a picture is black. @param points its luma, of 8 bits */
export function isBlack(points: Uint8Array): boolean {
  let black = 0;
  for (const point of points) if (point < blackBelow) black++;
  return black >= blackShare * points.length;
}

/**
 * For how long the picture has been black: by all frames while they are decoded anyway, else by the camera's keyframes
 * alone. A black keyframe counts until the next one, unless a frame between them is so large that it brings a picture back.
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

  /** All frames are decoded at present. */
  get hasFrames(): boolean {
    return this.#now() - this.#frameAtMs <= validMs;
  }

  /** Where all frames are decoded, one of them; a few a second are enough. */
  addFrame(black: boolean): void {
    const nowMs = this.#now();
    if (!this.hasFrames && !this.#hasKeyframe) this.#blackSinceMs = null;
    this.#frameAtMs = nowMs;
    this.#note(black);
  }

  /** Each frame that comes. @param bytes what it takes */
  addSize(bytes: number, isKeyframe: boolean): void {
    if (isKeyframe) {
      this.#keyframeBytes = bytes;
      this.#isDoubted = false;
    } else if (bytes > this.#keyframeBytes * doubtFactor + doubtBytes) {
      this.#isDoubted = true;
      if (!this.hasFrames) this.#blackSinceMs = null;
    }
  }

  /** Where nothing else is decoded, the latest keyframe. */
  addKeyframe(black: boolean): void {
    this.#hasKeyframe = true;
    if (!this.hasFrames) this.#note(black && !this.#isDoubted);
  }

  /** Starts anew: the next pictures are another video's. */
  restart(): void {
    this.#frameAtMs = Number.NEGATIVE_INFINITY;
    this.#blackSinceMs = null;
    this.#hasKeyframe = false;
  }

  /** For how many seconds the picture has been black, 0 if it is not; null while nothing was decoded. */
  get seconds(): number | null {
    if (!this.hasFrames && !this.#hasKeyframe) return null;
    return this.#blackSinceMs === null ? 0 : (this.#now() - this.#blackSinceMs) / 1000;
  }

  #note(black: boolean): void {
    if (!black) this.#blackSinceMs = null;
    else this.#blackSinceMs ??= this.#now();
  }
}
