import type { KeyframeReading } from '../../feed/feed-frames';

/** A keyframe and what follows it. */
export interface HeldGop {
  reading: KeyframeReading & { pts: number };
  tables: Buffer;
  messages: Buffer[];
  bytes: number;
}

/**
 * The last packets of a camera that is not decoded, from a keyframe on. With them a cut shows the camera at once. They are
 * kept for as long as a cut may need them, within a limit.
 */
export class HeldPackets {
  readonly #keptMs: () => number;
  readonly #now: () => number;
  #gops: HeldGop[] = [];

  /** @param keptMs how far back a cut may reach @param now milliseconds since 1970 */
  constructor(keptMs: () => number, now: () => number = Date.now) {
    this.#keptMs = keptMs;
    this.#now = now;
  }

  /** Takes a message. @param keyframe what begins at its offset; null: nothing. @param maxBytes limit of all that is held */
  add(
    message: Buffer,
    keyframe: (Pick<HeldGop, 'reading' | 'tables'> & { offset: number }) | null,
    maxBytes: number,
  ): void {
    this.#append(keyframe ? message.subarray(0, keyframe.offset) : message);
    if (keyframe) {
      const { reading, tables, offset } = keyframe;
      this.#gops.push({ reading, tables, messages: [], bytes: 0 });
      this.#append(message.subarray(offset));
      this.#dropOld();
    }
    while (this.#bytes > maxBytes) this.#gops.shift();
  }

  /** Data is missing, or the camera is gone. */
  clear(): void {
    this.#gops = [];
  }

  /** From the last keyframe that was captured by then; a cut to later ones waits. */
  from(ms: number): HeldGop[] {
    const first = this.#gops.findLastIndex(({ reading }) => reading.capturedMs <= ms);
    return this.#gops.slice(Math.max(0, first));
  }

  get #bytes(): number {
    return this.#gops.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  #append(bytes: Buffer): void {
    const last = this.#gops.at(-1);
    if (!last || bytes.length === 0) return;
    last.messages.push(bytes);
    last.bytes += bytes.length;
  }

  #dropOld(): void {
    const fromMs = this.#now() - this.#keptMs();
    while (this.#gops[1] && this.#gops[1].reading.capturedMs <= fromMs) this.#gops.shift();
  }
}
