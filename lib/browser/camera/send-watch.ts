import { minuteMs } from '@/lib/core/durations';

const firstPatienceMs = 8_000;
const maxPatienceMs = minuteMs;

interface Sending {
  /** Since the connection began; null without one. */
  framesEncoded: number | null;
  /** Whether frames must leave the device now. */
  isNeeded: boolean;
}

/**
 * Notices an encoder that stands still although its camera is needed: a browser may report such a track as live. Each
 * time it doubles its patience, because nobody may be there to receive.
 */
export class SendWatch {
  #patienceMs = firstPatienceMs;
  #framesEncoded: number | null = null;
  #movedAtMs: number | null = null;

  /** @returns whether to connect anew */
  isStuck({ framesEncoded, isNeeded }: Sending, nowMs = performance.now()): boolean {
    const hasMoved = framesEncoded !== this.#framesEncoded;
    this.#framesEncoded = framesEncoded;
    if (hasMoved && framesEncoded) this.#patienceMs = firstPatienceMs;
    if (!isNeeded || hasMoved || this.#movedAtMs === null) {
      this.#movedAtMs = nowMs;
      return false;
    }
    if (nowMs - this.#movedAtMs < this.#patienceMs) return false;
    this.#movedAtMs = nowMs;
    this.#patienceMs = Math.min(maxPatienceMs, this.#patienceMs * 2);
    return true;
  }
}
