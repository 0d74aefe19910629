/** More often would make every viewer's picture worse, and LiveKit drops them (livekit#2146). */
const intervalMs = 2_000;

/**
 * Asks a phone for keyframes, which it makes only on request. It asks at the start, after damage, and when none has come
 * for two seconds, so that players, recordings and alarms can begin. It never asks more often than that.
 */
export class KeyframeRequests {
  readonly #request: () => void;
  readonly #now: () => number;
  #requestedMs = Number.NEGATIVE_INFINITY;
  #keyframeMs = Number.NEGATIVE_INFINITY;

  /** @param now a clock in milliseconds */
  constructor(request: () => void, now: () => number = () => performance.now()) {
    this.#request = request;
    this.#now = now;
  }

  /** Call it a few times a second while video is subscribed. */
  check(): void {
    const nowMs = this.#now();
    if (nowMs - this.#keyframeMs < intervalMs || nowMs - this.#requestedMs < intervalMs) return;
    this.#requestedMs = nowMs;
    this.#request();
  }

  keyframeArrived(): void {
    this.#keyframeMs = this.#now();
  }

  /** Video is missing, so that a decoder needs a keyframe. */
  damaged(): void {
    this.#keyframeMs = Number.NEGATIVE_INFINITY;
    this.check();
  }
}
