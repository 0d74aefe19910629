import { secondMs } from '@/lib/core/durations';

/** A lens that shows no new frame for this long is slow, or dead. */
const silentMs = 1_500;
/** The time that a lens has for its first frame. */
const firstFrameMs = 5 * secondMs;
const maxPatienceMs = 12 * secondMs;
/** Frames without a gap for this long make up for those before. */
const recoveredMs = 30 * secondMs;
/** Number of gaps that make a phone too slow. */
const slowGaps = 2;

/**
 * Judges a lens by the frames of its preview, because browsers report a dead track as live. Each renewal doubles its
 * patience: on a slow phone another renewal would make it slower still.
 */
export class FrameWatch {
  #patienceMs = silentMs;
  #frames = 0;
  /** Null: no frame has come since the lens was opened. */
  #movedAtMs: number | null = null;
  #openedAtMs: number | null = null;
  #gaps = 0;
  #steadySinceMs = 0;

  /** Whether frames come late, though they come. */
  get isSlow(): boolean {
    return this.#gaps >= slowGaps;
  }

  /** The lens is opened anew, or is not judged. */
  reset(): void {
    this.#movedAtMs = null;
    this.#openedAtMs = null;
  }

  /**
   * @param frames all frames that the preview has shown
   * @returns whether to open the lens anew
   */
  isDead(frames: number, nowMs = performance.now()): boolean {
    const sinceMs = this.#movedAtMs ?? this.#openedAtMs;
    if (sinceMs === null) {
      this.#frames = frames;
      this.#openedAtMs = nowMs;
      this.#steadySinceMs = nowMs;
      return false;
    }
    if (frames !== this.#frames) {
      if (this.#movedAtMs !== null && nowMs - sinceMs > silentMs) this.#noteGap(nowMs);
      if (nowMs - this.#steadySinceMs > recoveredMs) this.#recover();
      this.#frames = frames;
      this.#movedAtMs = nowMs;
      return false;
    }
    const patienceMs = this.#movedAtMs === null ? Math.max(firstFrameMs, this.#patienceMs) : this.#patienceMs;
    if (nowMs - sinceMs <= patienceMs) return false;
    this.#patienceMs = Math.min(maxPatienceMs, this.#patienceMs * 2);
    this.reset();
    return true;
  }

  #noteGap(nowMs: number): void {
    this.#gaps++;
    this.#steadySinceMs = nowMs;
  }

  #recover(): void {
    this.#gaps = 0;
    this.#patienceMs = silentMs;
  }
}
