import { setTimeout as sleep } from 'node:timers/promises';
import type { RecorderFault, RecorderState } from '@/lib/contracts/recordings';
import { RecordingFolder } from './recording-folder';
import { type FreeSpace, freeSpaceOf, RecordingSpace } from './recording-space';
import { gapLine, type KeyframeNote, SegmentCutter } from './segment-cutter';
import { WriteQueue, type WriteStep } from './write-queue';

const writeIntervalMs = 200;
/** Holds twelve seconds of the highest bitrate that cameras may send. */
const maxQueuedBytes = 96 * 1024 * 1024;
const retryMs = 1_000;

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
  /** Takes what the camera tells beside its packets. */
  readonly segments: SegmentCutter;
  #fault: RecorderFault | null = null;
  #hasBegun = false;
  #isClosing = false;
  /** Timestamp of the last frame of all. */
  #lastPts: number | null = null;

  constructor(options: RecordingWriterOptions) {
    const { folder, name, maxBytes = null, readFreeSpace = freeSpaceOf } = options;
    this.#options = options;
    this.#folder = new RecordingFolder(folder, name);
    this.segments = new SegmentCutter(name, this.#queue);
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

  /** Takes the next bytes of the camera, as a copy. @param keyframe where one begins in them, and at which byte */
  addMessage(bytes: Buffer, keyframe: { note: KeyframeNote; at: number } | null): void {
    if (this.#isClosing) return;
    if (this.#queue.bytes + bytes.length > maxQueuedBytes) {
      this.segments.interrupt('disk', null);
      this.#fault = 'too_slow';
    }
    this.segments.addMessage(bytes, keyframe);
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
    this.segments.clear();
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
    await this.#folder.abandon(gapLine('disk', null));
    this.segments.clear();
    await sleep(retryMs);
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
