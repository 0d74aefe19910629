import { pingFrame } from '../protocol';
import type { RegisteredConnection } from './registered-connection';

/** Clients consider a connection dead after 6 s, or two missing pings. */
const pingIntervalMs = 3_000;
const slotCount = 30;

/**
 * All connections, pinged every 3 s by one timer. They are spread over slots, because thousands of pings at once would
 * delay other messages.
 */
export class PingWheel implements Iterable<RegisteredConnection> {
  readonly #slots: Set<RegisteredConnection>[] = Array.from({ length: slotCount }, () => new Set());
  #timer: NodeJS.Timeout | undefined;
  #tick = 0;
  #added = 0;

  start(): void {
    this.#timer = setInterval(() => this.#turn(), pingIntervalMs / slotCount);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** @returns the slot, which {@link delete} needs */
  add(connection: RegisteredConnection): number {
    const slot = this.#added++ % slotCount;
    this.#slots[slot]?.add(connection);
    return slot;
  }

  delete(connection: RegisteredConnection, slot: number): void {
    this.#slots[slot]?.delete(connection);
  }

  *[Symbol.iterator](): Iterator<RegisteredConnection> {
    for (const slot of this.#slots) yield* slot;
  }

  #turn(): void {
    const slot = this.#slots[this.#tick++ % slotCount];
    if (!slot?.size) return;
    const frame = Buffer.from(pingFrame(Math.floor(Date.now() / 1000)));
    for (const connection of slot) connection.ping(frame);
  }
}
