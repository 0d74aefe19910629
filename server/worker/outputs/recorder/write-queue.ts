import type { RecordingLine } from '@/lib/contracts/recording-index';

/** Packets wait in blocks of this size, which are used again: new ones would be garbage of many megabytes. */
const blockBytes = 64 * 1024;
/** Blocks that are kept for later: of half a second at 4 Mbit/s. */
const maxSpareBlocks = 4;

/** A step to write, in order of arrival. A line with a file begins that segment. */
export type WriteStep =
  | { kind: 'thumbnail'; jpeg: Buffer; atUs: number }
  | { kind: 'block'; block: Buffer; length: number }
  | { kind: 'line'; line: RecordingLine; beginsFile?: string };

/** Steps that wait while the disk is slow. */
export class WriteQueue {
  #steps: WriteStep[] = [];
  readonly #spare: Buffer[] = [];
  #bytes = 0;
  /** Arrival of the oldest byte that waits, and of the oldest that is being written, by `performance.now()`. */
  #oldestMs: number | null = null;
  #writingSinceMs: number | null = null;

  /** Bytes that wait or are being written. */
  get bytes(): number {
    return this.#bytes;
  }

  /** How long the oldest byte has waited. */
  get behindMs(): number {
    const sinceMs = this.#writingSinceMs ?? this.#oldestMs;
    return sinceMs === null ? 0 : Math.round(performance.now() - sinceMs);
  }

  addStep(step: Exclude<WriteStep, { kind: 'block' }>): void {
    this.#steps.push(step);
  }

  /** Adds a copy. */
  addBytes(bytes: Buffer): void {
    for (let taken = 0; taken < bytes.length; ) {
      let last = this.#steps.at(-1);
      if (last?.kind !== 'block' || last.length === blockBytes) {
        last = { kind: 'block', block: this.#spare.pop() ?? Buffer.allocUnsafeSlow(blockBytes), length: 0 };
        this.#steps.push(last);
      }
      const copied = bytes.copy(last.block, last.length, taken);
      last.length += copied;
      taken += copied;
    }
    this.#bytes += bytes.length;
    this.#oldestMs ??= performance.now();
  }

  /** Hands out everything that waits. @param write takes one step after the other; a block is valid until it settles */
  async drain(write: (step: WriteStep) => Promise<void>): Promise<void> {
    const steps = this.#steps;
    this.#steps = [];
    this.#writingSinceMs = this.#oldestMs;
    this.#oldestMs = null;
    for (const step of steps) {
      if (step.kind === 'block') this.#bytes -= step.length;
      await write(step);
      if (step.kind === 'block' && this.#spare.length < maxSpareBlocks) this.#spare.push(step.block);
    }
  }

  /** Notes that the disk has what {@link drain} handed out. */
  settled(): void {
    this.#writingSinceMs = null;
  }

  clear(): void {
    this.#steps = [];
    this.#bytes = 0;
    this.#oldestMs = null;
    this.#writingSinceMs = null;
  }
}
