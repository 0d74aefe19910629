const checkMs = 250;
/** Shorter gaps are jitter. */
const pauseAfterMs = 600;
const stallAfterMs = 2_000;
/** A camera with slow frames has not stalled before twice its usual interval. */
const slowFactor = 2;
/** Counts at most this between two checks: a worker that was busy for longer has not read the frames of that time. */
const maxStepMs = 2 * checkMs;

/** Notices that a connected camera has stopped sending frames, long before SRT gives up after 5 s. */
export class StallWatch {
  readonly #onStall: () => void;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | undefined;
  #frameAtMs: number | null = null;
  #byteAtMs = 0;
  #lastGapMs = 0;
  #usualMs = 0;
  #checkedAtMs = 0;
  #withoutFrameMs = 0;
  #isStalled = false;

  /** @param now a clock in milliseconds */
  constructor(onStall: () => void, now: () => number = () => performance.now()) {
    this.#onStall = onStall;
    this.#now = now;
  }

  /** How long the connection has brought no frame; null before its first one. */
  get frameAgeMs(): number | null {
    return this.#frameAtMs === null ? null : this.#now() - this.#frameAtMs;
  }

  /** Whether frames have been missing for a moment. The next one comes, or the camera has stalled. */
  get isPausing(): boolean {
    return (this.frameAgeMs ?? 0) > Math.max(pauseAfterMs, this.#usualMs * slowFactor);
  }

  /** Bytes continued after the frames ended. */
  get hasBytesAlone(): boolean {
    return this.#frameAtMs !== null && this.#byteAtMs - this.#frameAtMs > stallAfterMs / 2;
  }

  /** A camera has connected. */
  start(): void {
    this.stop();
    this.#frameAtMs = null;
    this.#lastGapMs = 0;
    this.#usualMs = 0;
    this.#withoutFrameMs = 0;
    this.#isStalled = false;
    this.#checkedAtMs = this.#now();
    this.#timer = setInterval(() => this.#check(), checkMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  addBytes(): void {
    this.#byteAtMs = this.#now();
  }

  /** @returns whether frames had stalled until this one */
  addFrame(): boolean {
    const nowMs = this.#now();
    const wasStalled = this.#isStalled;
    const gapMs = this.#frameAtMs === null ? 0 : nowMs - this.#frameAtMs;
    this.#usualMs = Math.min(this.#lastGapMs, gapMs);
    this.#lastGapMs = gapMs;
    this.#frameAtMs = nowMs;
    this.#checkedAtMs = nowMs;
    this.#withoutFrameMs = 0;
    this.#isStalled = false;
    return wasStalled;
  }

  #check(): void {
    const nowMs = this.#now();
    this.#withoutFrameMs += Math.min(nowMs - this.#checkedAtMs, maxStepMs);
    this.#checkedAtMs = nowMs;
    if (this.#frameAtMs === null || this.#isStalled) return;
    if (this.#withoutFrameMs < Math.max(stallAfterMs, this.#usualMs * slowFactor)) return;
    this.#isStalled = true;
    this.#onStall();
  }
}
