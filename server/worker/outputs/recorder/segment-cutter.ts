import { segmentFile } from '@/lib/contracts/recording-files';
import type { RecordedFormat, RecordingClock, RecordingLine } from '@/lib/contracts/recording-index';
import type { WriteQueue } from './write-queue';

/** Cuts at the first keyframe after this time, so that a segment is a handy size. */
const segmentMs = 10_000;

/** A keyframe, told before the bytes in which it begins. */
export interface KeyframeNote {
  pts: number | null;
  wallUs: number;
  clock: RecordingClock;
  arrivedUs: number;
  /** A player cannot go on from what came before: its tables, its parameters or its clock are others. */
  isBreak: boolean;
}

/** How long packets take from their sending to their arrival, as the index has it. */
export type DelayNote = Omit<Extract<RecordingLine, { kind: 'delay' }>, 'kind'>;

export type GapCause = Extract<RecordingLine, { kind: 'gap' }>['cause'];

/** Cuts a camera's packets into segments, with an index: steps that wait for the disk. */
export class SegmentCutter {
  readonly #name: string;
  readonly #queue: WriteQueue;
  #tables: Buffer = Buffer.alloc(0);
  #format: RecordedFormat | null = null;
  #number = 0;
  #beganUs = 0;
  /** Where the next byte of the segment goes; null before its first keyframe, and where bytes are left out. */
  #offset: number | null = null;

  /** @param name of the writer, which its files have */
  constructor(name: string, queue: WriteQueue) {
    this.#name = name;
    this.#queue = queue;
  }

  setTables(tables: Buffer): void {
    this.#tables = tables;
  }

  /** Says what comes from here on. */
  setFormat(format: RecordedFormat): void {
    this.#format = format;
    if (this.#offset !== null) this.#addLine({ kind: 'format', ...format });
  }

  /** Says how long packets take, from about here on. */
  setDelay(delay: DelayNote): void {
    if (this.#offset !== null) this.#addLine({ kind: 'delay', ...delay });
  }

  /** Takes the next bytes of the camera, as a copy. @param keyframe where one begins in them, and at which byte */
  addMessage(bytes: Buffer, keyframe: { note: KeyframeNote; at: number } | null): void {
    if (!keyframe) {
      this.#addBytes(bytes);
      return;
    }
    const { note, at } = keyframe;
    this.#addBytes(bytes.subarray(0, at));
    const isDue = note.wallUs - this.#beganUs >= segmentMs * 1_000 || note.wallUs < this.#beganUs;
    if (this.#offset === null || isDue || note.isBreak) this.#beginSegment(note.wallUs);
    const { pts, wallUs, clock, arrivedUs } = note;
    if (pts !== null) this.#addLine({ kind: 'keyframe', offset: this.#offset ?? 0, pts, wallUs, clock, arrivedUs });
    this.#addBytes(bytes.subarray(at));
  }

  /** Takes a small picture, for scrubbing. @param atUs when it was captured, in microseconds since 1970 */
  addThumbnail(atUs: number, jpeg: Buffer): void {
    if (this.#offset !== null) this.#queue.addStep({ kind: 'thumbnail', jpeg, atUs });
  }

  /** Drops packets until the next keyframe, which begins a segment. @param lastPts of the last frame before the gap */
  interrupt(cause: GapCause, lastPts: number | null): void {
    if (this.#offset === null) return;
    this.#addLine(gapLine(cause, lastPts));
    this.#offset = null;
  }

  /** Drops what waits, and packets until the next keyframe. */
  clear(): void {
    this.#queue.clear();
    this.#offset = null;
  }

  #addLine(line: RecordingLine): void {
    this.#queue.addStep({ kind: 'line', line });
  }

  #addBytes(bytes: Buffer): void {
    if (this.#offset === null || bytes.length === 0) return;
    this.#queue.addBytes(bytes);
    this.#offset += bytes.length;
  }

  #beginSegment(wallUs: number): void {
    this.#number++;
    this.#beganUs = wallUs;
    this.#offset = 0;
    const file = segmentFile(this.#name, this.#number);
    const line: RecordingLine = { kind: 'segment', file, wallUs, tables: this.#tables.toString('base64') };
    this.#queue.addStep({ kind: 'line', line, beginsFile: file });
    if (this.#format) this.#addLine({ kind: 'format', ...this.#format });
  }
}

/** The line of a gap that begins now. */
export const gapLine = (cause: GapCause, lastPts: number | null): RecordingLine => ({
  kind: 'gap',
  cause,
  wallUs: Date.now() * 1_000,
  lastPts,
});
