import type { DisconnectReason } from '../protocol';

/** A smaller backlog is ignored. */
const minBacklogBytes = 64 * 1024;
/** Limits for a user's connections together, and for the process. */
const maxBytesPerUser = 8 * 1024 * 1024;
const maxBytes = 128 * 1024 * 1024;
const checkIntervalMs = 100;

/** A connection whose client may read more slowly than we send. */
export interface SlowReader {
  readonly userId: string;
  /** Bytes waiting for the network. */
  readonly backlogBytes: number;
  disconnect(reason: DisconnectReason): void;
}

/** Limits what waits for slow readers, for each user and in all; the largest backlog is disconnected first. */
export class BacklogBudget {
  readonly #behind = new Set<SlowReader>();
  #timer: NodeJS.Timeout | undefined;

  /** Counts a connection until it has caught up. */
  watch(reader: SlowReader): void {
    this.#behind.add(reader);
    this.#timer ??= setInterval(() => this.#check(), checkIntervalMs).unref();
  }

  #check(): void {
    const bytesByUser = new Map<string, number>();
    let bytes = 0;
    for (const reader of this.#behind) {
      const { userId, backlogBytes } = reader;
      if (backlogBytes < minBacklogBytes) this.#behind.delete(reader);
      bytes += backlogBytes;
      bytesByUser.set(userId, (bytesByUser.get(userId) ?? 0) + backlogBytes);
    }
    if (this.#behind.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    if (bytes <= maxBytes && [...bytesByUser.values()].every((ofUser) => ofUser <= maxBytesPerUser)) return;
    for (const reader of [...this.#behind].sort((a, b) => b.backlogBytes - a.backlogBytes)) {
      const ofUser = bytesByUser.get(reader.userId) ?? 0;
      if (bytes <= maxBytes && ofUser <= maxBytesPerUser) continue;
      bytes -= reader.backlogBytes;
      bytesByUser.set(reader.userId, ofUser - reader.backlogBytes);
      this.#behind.delete(reader);
      reader.disconnect('too_slow');
    }
  }
}
