import type { CableConnection } from './cable-connection';
import { pingFrame } from './protocol';

/** Clients think a connection dead after two missing pings, 6 s. */
const pingIntervalMs = 3_000;
const slotCount = 30;

/**
 * All sessions, pinged every 3 s by one timer. They are spread over slots, for thousands of pings at once would hold up
 * the messages of that moment.
 */
export class PingWheel implements Iterable<CableConnection> {
  readonly #slots: Set<CableConnection>[] = Array.from({ length: slotCount }, () => new Set());
  #timer: NodeJS.Timeout | undefined;
  #tick = 0;
  #added = 0;

  start(): void {
    this.#timer = setInterval(() => this.#turn(), pingIntervalMs / slotCount);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** @returns the slot, to be given to {@link delete} */
  add(session: CableConnection): number {
    const slot = this.#added++ % slotCount;
    this.#slots[slot]?.add(session);
    return slot;
  }

  delete(session: CableConnection, slot: number): void {
    this.#slots[slot]?.delete(session);
  }

  *[Symbol.iterator](): Iterator<CableConnection> {
    for (const slot of this.#slots) yield* slot;
  }

  #turn(): void {
    const slot = this.#slots[this.#tick++ % slotCount];
    if (!slot?.size) return;
    const frame = Buffer.from(pingFrame(Math.floor(Date.now() / 1000)));
    for (const session of slot) session.ping(frame);
  }
}
