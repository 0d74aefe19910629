import { setTimeout as sleep } from 'node:timers/promises';
import { segmentFile } from '@/lib/contracts/recording-files';
import type { RecordedFormat, RecordingClock, RecordingLine } from '@/lib/contracts/recording-index';
import type { RecorderFault, RecorderState } from '@/lib/contracts/recordings';
import { RecordingFolder } from './recording-folder';
import { type FreeSpace, freeSpaceOf, RecordingSpace } from './recording-space';
import { WriteQueue, type WriteStep } from './write-queue';

/** Cuts at the first keyframe after this time, so that a segment is a handy size. */
const segmentMs = 10_000;
const writeIntervalMs = 200;
/** Holds twelve seconds of the highest bitrate that cameras may send. */
const maxQueuedBytes = 96 * 1024 * 1024;
const retryMs = 1_000;

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

export interface RecordingWriterOptions {
  folder: string;
  /** Names the files: no other writer of this recording has it. */
  name: string;
  /** Limit of all recordings in the folder's parent: a Pod that holds more is evicted. Null where the disk alone decides. */
  maxBytes?: number | null;
  /** Told why it could not write. */
  onFailure(error: unknown): void;
  /** Free space of a disk. Replaced in tests. */
  readFreeSpace?(folder: string, maxBytes: number | null): Promise<FreeSpace>;
}

/**
 * Writes a camera's packets and their index into a folder. Packets wait, within a bound, while the disk is slow. A disk
 * that fails is tried again, from the next keyframe on.
 */
export class RecordingWriter {
  readonly #options: RecordingWriterOptions;
  readonly #folder: RecordingFolder;
  readonly #space: RecordingSpace;
  readonly #queue = new WriteQueue();
  #tables: Buffer = Buffer.alloc(0);
  #format: RecordedFormat | null = null;
  #segmentNumber = 0;
  #segmentBeganUs = 0;
  /** Where the next byte of the segment goes; null before its first keyframe, and where bytes are left out. */
  #offset: number | null = null;
  #fault: RecorderFault | null = null;
  #hasBegun = false;
  #isClosing = false;
  /** Timestamp of the last frame of all. */
  #lastPts: number | null = null;

  constructor(options: RecordingWriterOptions) {
    const { folder, name, maxBytes = null, readFreeSpace = freeSpaceOf } = options;
    this.#options = options;
    this.#folder = new RecordingFolder(folder, name);
    this.#space = new RecordingSpace(() => readFreeSpace(folder, maxBytes));
  }

  get state(): Omit<RecorderState, 'recordingId' | 'upload'> {
    return {
      sizeBytes: this.#folder.savedBytes,
      behindMs: this.#queue.behindMs,
      freePercent: this.#space.freePercent,
      freeBytes: this.#space.freeBytes,
      fault: this.#fault,
    };
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
    if (this.#isClosing) return;
    if (this.#queue.bytes + bytes.length > maxQueuedBytes) {
      this.interrupt('disk', null);
      this.#fault = 'too_slow';
    }
    if (!keyframe) {
      this.#addBytes(bytes);
      return;
    }
    const { note, at } = keyframe;
    this.#addBytes(bytes.subarray(0, at));
    const isDue = note.wallUs - this.#segmentBeganUs >= segmentMs * 1_000 || note.wallUs < this.#segmentBeganUs;
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
    this.#addLine({ kind: 'gap', cause, wallUs: nowUs(), lastPts });
    this.#offset = null;
  }

  /** Writes until {@link close}. Faults of the disk show in {@link state}, and it tries again. */
  async run(): Promise<void> {
    while (!this.#isClosing) {
      await sleep(writeIntervalMs);
      try {
        await this.#readSpace();
        if (this.#mayWrite()) await this.#write();
      } catch (error) {
        await this.#recover(error);
      }
    }
    await this.#finish();
  }

  /** Ends {@link run} once everything is on the disk. @param lastPts of the last frame */
  close(lastPts: number | null = null): void {
    this.#lastPts ??= lastPts;
    this.#isClosing = true;
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
    this.#segmentNumber++;
    this.#segmentBeganUs = wallUs;
    this.#offset = 0;
    const file = segmentFile(this.#options.name, this.#segmentNumber);
    const line: RecordingLine = { kind: 'segment', file, wallUs, tables: this.#tables.toString('base64') };
    this.#queue.addStep({ kind: 'line', line, beginsFile: file });
    if (this.#format) this.#addLine({ kind: 'format', ...this.#format });
  }

  async #readSpace(): Promise<void> {
    if (!this.#space.isDue) return;
    if (!this.#hasBegun) await this.#folder.make();
    await this.#space.read();
  }

  /**
   * A recording begins only where there is room for it; one that has begun goes on down to the floor.
   * @throws Error ENOSPC below it, and where a limit is near: beyond that the Pod would be evicted, with all that waits for
   *   the bucket
   */
  #mayWrite(): boolean {
    if (this.#space.isEnough) {
      this.#hasBegun = true;
      return true;
    }
    if (this.#hasBegun && this.#options.maxBytes) throw Object.assign(new Error('The Pod is full'), { code: 'ENOSPC' });
    if (this.#hasBegun && this.#space.isBelowFloor) {
      throw Object.assign(new Error('The rest of the disk is left to the database'), { code: 'ENOSPC' });
    }
    if (this.#hasBegun) return true;
    this.#fault = 'disk_nearly_full';
    this.#dropSteps();
    return false;
  }

  async #write(): Promise<void> {
    await this.#queue.drain((step) => this.#writeStep(step));
    await this.#folder.syncWhenDue();
    this.#queue.settled();
    if (this.#fault !== 'too_slow' || this.#queue.bytes === 0) this.#fault = null;
  }

  async #writeStep(step: WriteStep): Promise<void> {
    switch (step.kind) {
      case 'block':
        return this.#folder.append(step.block.subarray(0, step.length));
      case 'thumbnail':
        return this.#folder.writeThumbnail(step.atUs, step.jpeg);
      case 'line':
        if (step.beginsFile !== undefined) await this.#folder.beginSegment(step.beginsFile);
        this.#folder.addLine(step.line);
    }
  }

  /** Drops the pending writes, and continues with the next keyframe. Keeps the data on the disk. */
  async #recover(error: unknown): Promise<void> {
    const code = (error as NodeJS.ErrnoException).code;
    const fault = code === 'ENOSPC' || code === 'EDQUOT' ? 'disk_full' : 'cannot_write';
    if (fault !== this.#fault) this.#options.onFailure(error);
    this.#fault = fault;
    await this.#folder.abandon({ kind: 'gap', cause: 'disk', wallUs: nowUs(), lastPts: null });
    this.#dropSteps();
    await sleep(retryMs);
  }

  #dropSteps(): void {
    this.#queue.clear();
    this.#offset = null;
  }

  async #finish(): Promise<void> {
    try {
      if (this.#hasBegun) await this.#write();
      await this.#folder.close(this.#lastPts);
    } catch (error) {
      this.#options.onFailure(error);
    }
  }
}

const nowUs = (): number => Date.now() * 1_000;
