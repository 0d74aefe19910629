/** A picture stands still when this share of the frames of this time changes nothing. */
const windowMs = 2_000;
const stillShare = 0.6;
/** Fewer frames say nothing. */
const minFrames = 4;
/** After this long without an unchanged frame, the picture moves. */
const movesAfterMs = 500;
/** At five frames a second, the window's oldest frame comes up to this long after the window's beginning. */
const toleranceMs = 250;
/** An encoder of constant bitrate spends bits on a still picture, too: then so many comparisons over this time decide. */
const sameComparisons = 3;
const sameForMs = 3_000;

interface SeenFrame {
  atMs: number;
  isUnchanged: boolean;
}

/**
 * Measures how long the picture has stood still while frames arrive. A sensor makes noise, so a frame of almost no bits
 * repeats the one before it. Some larger frames are allowed: an encoder sharpens a still picture at first, and after
 * each keyframe.
 */
export class FreezeMeter {
  readonly #now: () => number;
  readonly #onStill: () => void;
  #frames: SeenFrame[] = [];
  #unchangedCount = 0;
  #unchangedAtMs = Number.NEGATIVE_INFINITY;
  #movedAtMs = Number.NEGATIVE_INFINITY;
  #stillSinceMs: number | null = null;
  /** The decoded pictures have been the same since then, by so many comparisons. */
  #same: { sinceMs: number; atMs: number; comparisons: number } | null = null;

  /** @param now a clock in milliseconds @param onStill the picture has begun to count as standing still */
  constructor(now: () => number, onStill: () => void = () => undefined) {
    this.#now = now;
    this.#onStill = onStill;
  }

  /** Takes a frame that was predicted from another one. @param isUnchanged it only repeats that one */
  addPredictedFrame(isUnchanged: boolean): void {
    const nowMs = this.#now();
    this.#frames.push({ atMs: nowMs, isUnchanged });
    if (isUnchanged) {
      this.#unchangedCount++;
      this.#unchangedAtMs = nowMs;
    } else if (nowMs - this.#unchangedAtMs > movesAfterMs) {
      this.#movedAtMs = nowMs;
    }
    while ((this.#frames[0]?.atMs ?? nowMs) < nowMs - windowMs) {
      if (this.#frames.shift()?.isUnchanged) this.#unchangedCount--;
    }
    if (!this.#isStill(nowMs)) this.#stillSinceMs = null;
    else if (this.#stillSinceMs === null) {
      this.#stillSinceMs = this.#firstUnchangedMs;
      this.#onStill();
    }
  }

  /**
   * The picture differs from the one at that time, whatever the sizes of its frames. If it has moved since then, that
   * is no news: it may stand still now.
   */
  addOther(thenMs: number): void {
    if (thenMs < this.#movedAtMs) return;
    this.restart();
    this.addPredictedFrame(false);
  }

  /**
   * The decoded picture was compared with an earlier one, about a second before.
   * @param isSame not even a sensor's noise tells them apart
   */
  addComparison(thenMs: number, isSame: boolean): void {
    const nowMs = this.#now();
    const wasStill = this.seconds;
    if (!isSame) this.#same = null;
    else if (this.#same) this.#same = { ...this.#same, atMs: nowMs, comparisons: this.#same.comparisons + 1 };
    else this.#same = { sinceMs: thenMs, atMs: nowMs, comparisons: 1 };
    if (!wasStill && this.seconds) this.#onStill();
  }

  /** Starts again with another video. */
  restart(): void {
    this.#same = null;
    this.#frames = [];
    this.#unchangedCount = 0;
    this.#stillSinceMs = null;
  }

  /** For how many seconds the picture has stood still, 0 if it moves; null while no such frames come. */
  get seconds(): number | null {
    const nowMs = this.#now();
    const lastMs = Math.max(
      this.#frames.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY,
      this.#same?.atMs ?? Number.NEGATIVE_INFINITY,
    );
    if (nowMs - lastMs > windowMs) return null;
    const sinceMs = this.#stillSinceMs ?? this.#sameSinceMs(nowMs);
    return sinceMs === null ? 0 : (nowMs - sinceMs) / 1000;
  }

  #sameSinceMs(nowMs: number): number | null {
    const same = this.#same;
    if (!same || same.comparisons < sameComparisons || nowMs - same.sinceMs < sameForMs) return null;
    // A camera that sends no more keyframes is not compared any more.
    const intervalMs = (same.atMs - same.sinceMs) / same.comparisons;
    return nowMs - same.atMs > 2 * intervalMs + windowMs ? null : same.sinceMs;
  }

  /** Time of the first unchanged picture in the window. */
  get #firstUnchangedMs(): number {
    return this.#frames.find(({ isUnchanged }) => isUnchanged)?.atMs ?? Number.POSITIVE_INFINITY;
  }

  #isStill(nowMs: number): boolean {
    const frames = this.#frames;
    return (
      frames.length >= minFrames &&
      this.#unchangedCount >= stillShare * frames.length &&
      nowMs - this.#unchangedAtMs <= movesAfterMs &&
      nowMs - this.#firstUnchangedMs >= windowMs - toleranceMs
    );
  }
}
