/** More often would make every viewer's picture worse, and LiveKit drops them (livekit#2146). */
const intervalMs = 2_000;
const checkIntervalMs = 250;

/** Asks the phone for a keyframe. @returns false while there is no video to ask for */
type Request = () => boolean;

/**
 * Asks a phone for keyframes, which it makes only on request. It asks at the start, after damage, and when none has come
 * for two seconds, so that players, recordings and alarms can begin. It never asks more often than that.
 */
export class KeyframeRequests {
  readonly #now: () => number;
  #request: Request = () => false;
  #timer: NodeJS.Timeout | undefined;
  #requestedMs = Number.NEGATIVE_INFINITY;
  #keyframeMs = Number.NEGATIVE_INFINITY;

  /** @param now a clock in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Asks from now on. */
  start(request: Request): void {
    this.#request = request;
    this.#timer = setInterval(() => this.#check(), checkIntervalMs);
    this.#check();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#request = () => false;
  }

  keyframeArrived(): void {
    this.#keyframeMs = this.#now();
  }

  /** Video is missing, so that a decoder needs a keyframe. */
  damaged(): void {
    this.#keyframeMs = Number.NEGATIVE_INFINITY;
    this.#check();
  }

  #check(): void {
    const nowMs = this.#now();
    if (nowMs - this.#keyframeMs < intervalMs || nowMs - this.#requestedMs < intervalMs) return;
    if (this.#request()) this.#requestedMs = nowMs;
  }
}
