import { chmod, type FileHandle, mkdir, open, readdir, rename, stat, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { diskSpace } from '@/lib/contracts/disk-space';
import { thumbnailFile } from '@/lib/contracts/recording-files';
import type { RecordedFormat, RecordingClock, RecordingLine } from '@/lib/contracts/recording-index';
import type { RecorderFault, RecorderState } from '@/lib/contracts/recordings';

/** Cuts at the first keyframe after this time, so that a segment is a handy size. */
const segmentMs = 10_000;
const writeIntervalMs = 200;
const syncIntervalMs = 1_000;
/** Holds twelve seconds of the highest bitrate that cameras may send. */
const maxQueuedBytes = 96 * 1024 * 1024;
const freeSpaceIntervalMs = 2_000;
const retryMs = 1_000;

/** A keyframe, told before the bytes in which it begins. */
export interface KeyframeNote {
  pts: number | null;
  wallUs: number;
  clock: RecordingClock;
  /** A player cannot go on from what came before: its tables, its parameters or its clock are others. */
  isBreak: boolean;
}

export type GapCause = Extract<RecordingLine, { kind: 'gap' }>['cause'];

/** Packets wait in blocks of this size, which are used again: new ones would be garbage of many megabytes. */
const blockBytes = 64 * 1024;
/** Blocks that are kept for later: of half a second at 4 Mbit/s. */
const maxSpareBlocks = 4;

/** A step to do, in order of arrival. */
type Step =
  | { thumbnail: Buffer; atUs: number }
  | { block: Buffer; length: number }
  | { line: RecordingLine }
  | { file: string; line: RecordingLine };

interface OpenSegment {
  file: FileHandle;
  bytes: number;
}

export interface RecordingWriterOptions {
  folder: string;
  /** Names the files: no other writer of this recording has it. */
  name: string;
  /** Limit of all recordings in the folder's parent: a Pod that holds more is evicted. Null where the disk alone decides. */
  maxBytes?: number | null;
  /** Told why it could not write. */
  onFailure(error: unknown): void;
  /** Free space of a disk, in percent. Replaced in tests. */
  readFreePercent?(folder: string, maxBytes: number | null): Promise<number>;
}

/**
 * Writes a camera's packets and their index into a folder. Packets wait, within a bound, while the disk is slow. Syncs
 * to disk once a second, and the index never names unsynced data.
 */
export class RecordingWriter {
  readonly #options: RecordingWriterOptions;
  #steps: Step[] = [];
  readonly #spare: Buffer[] = [];
  #queuedBytes = 0;
  /** Arrival of the oldest byte that waits, and of the oldest that is being written, by `performance.now()`. */
  #oldestMs: number | null = null;
  #writingSinceMs: number | null = null;
  #tables: Buffer = Buffer.alloc(0);
  #segmentNumber = 0;
  #segmentBeganUs = 0;
  /** Where the next byte of the segment goes; null before its first keyframe, and where bytes are left out. */
  #offset: number | null = null;
  #segment: OpenSegment | null = null;
  #index: FileHandle | null = null;
  /** Lines that wait until the disk has kept what they speak of. */
  #lines: RecordingLine[] = [];
  #syncedMs = 0;
  #savedBytes = 0;
  #fault: RecorderFault | null = null;
  #freePercent: number | null = null;
  #freeReadMs = Number.NEGATIVE_INFINITY;
  #hasBegun = false;
  #isClosing = false;
  /** Timestamp of the last frame of all. */
  #lastPts: number | null = null;
  #format: RecordedFormat | null = null;

  constructor(options: RecordingWriterOptions) {
    this.#options = options;
  }

  get state(): Omit<RecorderState, 'recordingId' | 'upload'> {
    const sinceMs = this.#writingSinceMs ?? this.#oldestMs;
    return {
      sizeBytes: this.#savedBytes,
      behindMs: sinceMs === null ? 0 : Math.round(performance.now() - sinceMs),
      freePercent: this.#freePercent,
      fault: this.#fault,
    };
  }

  setTables(tables: Buffer): void {
    this.#tables = tables;
  }

  /** Says what comes from here on. */
  setFormat(format: RecordedFormat): void {
    this.#format = format;
    if (this.#offset !== null) this.#add({ line: { kind: 'format', ...format } });
  }

  /** Takes the next bytes of the camera, as a copy. @param keyframe where one begins in them, and at which byte */
  addMessage(bytes: Buffer, keyframe: { note: KeyframeNote; at: number } | null): void {
    if (this.#isClosing) return;
    if (this.#queuedBytes + bytes.length > maxQueuedBytes) {
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
    const { pts, wallUs, clock } = note;
    if (pts !== null) this.#add({ line: { kind: 'keyframe', offset: this.#offset ?? 0, pts, wallUs, clock } });
    this.#addBytes(bytes.subarray(at));
  }

  /** Takes a small picture, for scrubbing. @param atUs when it was captured, in microseconds since 1970 */
  addThumbnail(atUs: number, jpeg: Buffer): void {
    if (this.#offset !== null) this.#add({ thumbnail: jpeg, atUs });
  }

  /** Drops packets until the next keyframe, which begins a segment. @param lastPts of the last frame before the gap */
  interrupt(cause: GapCause, lastPts: number | null): void {
    if (this.#offset === null) return;
    this.#add({ line: { kind: 'gap', cause, wallUs: nowUs(), lastPts } });
    this.#offset = null;
  }

  /** Writes until {@link close}. Faults of the disk show in {@link state}, and it tries again. */
  async run(): Promise<void> {
    while (!this.#isClosing) {
      await sleep(writeIntervalMs);
      try {
        await this.#readFreeSpace();
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

  #add(step: Step): void {
    this.#steps.push(step);
  }

  #addBytes(bytes: Buffer): void {
    if (this.#offset === null || bytes.length === 0) return;
    for (let taken = 0; taken < bytes.length; ) {
      let last = this.#steps.at(-1);
      if (!last || !('block' in last) || last.length === blockBytes) {
        last = { block: this.#spare.pop() ?? Buffer.allocUnsafeSlow(blockBytes), length: 0 };
        this.#steps.push(last);
      }
      const copied = bytes.copy(last.block, last.length, taken);
      last.length += copied;
      taken += copied;
    }
    this.#offset += bytes.length;
    this.#queuedBytes += bytes.length;
    this.#oldestMs ??= performance.now();
  }

  #beginSegment(wallUs: number): void {
    this.#segmentNumber++;
    this.#segmentBeganUs = wallUs;
    this.#offset = 0;
    const file = `${this.#options.name}-${String(this.#segmentNumber).padStart(6, '0')}.ts`;
    this.#add({ file, line: { kind: 'segment', file, wallUs, tables: this.#tables.toString('base64') } });
    if (this.#format) this.#add({ line: { kind: 'format', ...this.#format } });
  }

  async #readFreeSpace(): Promise<void> {
    const nowMs = performance.now();
    if (nowMs - this.#freeReadMs < freeSpaceIntervalMs) return;
    this.#freeReadMs = nowMs;
    const { folder, maxBytes = null, readFreePercent = freePercentOf } = this.#options;
    if (!this.#hasBegun) await makeFolder(folder);
    this.#freePercent = await readFreePercent(folder, maxBytes);
  }

  /**
   * A recording begins only where there is room for it; one that has begun goes on as long as the disk takes it.
   * @throws Error ENOSPC where a limit is near: beyond it the Pod would be evicted, with all that waits for the bucket
   */
  #mayWrite(): boolean {
    if ((this.#freePercent ?? 0) >= diskSpace.minPercent) {
      this.#hasBegun = true;
      return true;
    }
    if (this.#hasBegun && this.#options.maxBytes) throw Object.assign(new Error('The Pod is full'), { code: 'ENOSPC' });
    if (this.#hasBegun) return true;
    this.#fault = 'disk_nearly_full';
    this.#dropSteps();
    return false;
  }

  async #write(): Promise<void> {
    const steps = this.#steps;
    this.#steps = [];
    this.#writingSinceMs = this.#oldestMs;
    this.#oldestMs = null;
    for (const step of steps) {
      if ('block' in step) {
        await this.#append(step.block.subarray(0, step.length));
        if (this.#spare.length < maxSpareBlocks) this.#spare.push(step.block);
        continue;
      }
      if ('thumbnail' in step) {
        await this.#writeThumbnail(step.atUs, step.thumbnail);
        continue;
      }
      if ('file' in step) await this.#openSegment(step.file);
      this.#lines.push(step.line);
    }
    if (performance.now() - this.#syncedMs >= syncIntervalMs) await this.#sync();
    this.#writingSinceMs = null;
    if (this.#fault !== 'too_slow' || this.#queuedBytes === 0) this.#fault = null;
  }

  async #append(bytes: Buffer): Promise<void> {
    const segment = this.#segment;
    this.#queuedBytes -= bytes.length;
    if (!segment) throw new Error('Bytes without a segment');
    for (let offset = 0; offset < bytes.length; ) {
      const { bytesWritten } = await segment.file.write(bytes, offset);
      offset += bytesWritten;
    }
    segment.bytes += bytes.length;
    this.#savedBytes += bytes.length;
  }

  /** Its name comes once it is whole. Nobody misses one that a power cut takes. */
  async #writeThumbnail(atUs: number, jpeg: Buffer): Promise<void> {
    const file = path.join(this.#options.folder, thumbnailFile(atUs));
    await writeFile(`${file}.new`, jpeg, { mode: 0o640 });
    await rename(`${file}.new`, file);
  }

  async #openSegment(name: string): Promise<void> {
    await this.#closeSegment();
    const file = await open(path.join(this.#options.folder, name), 'wx', 0o640);
    this.#segment = { file, bytes: 0 };
    await syncFolder(this.#options.folder);
  }

  async #closeSegment(lastPts: number | null = null): Promise<void> {
    const segment = this.#segment;
    if (!segment) return;
    this.#lines.push({ kind: 'end', bytes: segment.bytes, lastPts });
    await this.#sync();
    this.#segment = null;
    await segment.file.close();
  }

  /** Has the disk keep the segment's bytes, and then the lines that speak of them. */
  async #sync(): Promise<void> {
    this.#syncedMs = performance.now();
    await this.#segment?.file.datasync();
    if (this.#lines.length === 0) return;
    const { folder, name } = this.#options;
    if (!this.#index) {
      this.#index = await open(path.join(folder, `${name}.jsonl`), 'a', 0o640);
      await syncFolder(folder);
    }
    // Each line begins with the break, so that one that was cut off spoils no other.
    const text = this.#lines.map((line) => `\n${JSON.stringify(line)}`).join('');
    await this.#index.appendFile(text);
    await this.#index.datasync();
    this.#lines = [];
  }

  /** Drops the pending writes, and continues with the next keyframe. Keeps the data on the disk. */
  async #recover(error: unknown): Promise<void> {
    const code = (error as NodeJS.ErrnoException).code;
    const fault = code === 'ENOSPC' || code === 'EDQUOT' ? 'disk_full' : 'cannot_write';
    if (fault !== this.#fault) this.#options.onFailure(error);
    this.#fault = fault;
    const files = [this.#segment?.file, this.#index];
    this.#segment = null;
    this.#index = null;
    await Promise.allSettled(files.map((file) => file?.close()));
    this.#dropSteps();
    this.#lines = [{ kind: 'gap', cause: 'disk', wallUs: nowUs(), lastPts: null }];
    await sleep(retryMs);
  }

  #dropSteps(): void {
    this.#steps = [];
    this.#queuedBytes = 0;
    this.#oldestMs = null;
    this.#writingSinceMs = null;
    this.#offset = null;
  }

  async #finish(): Promise<void> {
    try {
      if (this.#hasBegun) await this.#write();
      await this.#closeSegment(this.#lastPts);
      await this.#index?.close();
    } catch (error) {
      this.#options.onFailure(error);
    }
  }
}

/** In a Pod nobody has made it. The uploader, another user of the same group, removes files there. */
async function makeFolder(folder: string): Promise<void> {
  if (await mkdir(folder, { recursive: true })) await chmod(folder, 0o770);
}

const nowUs = (): number => Date.now() * 1_000;

/** How much of the disk under a folder its owner may still fill, or of the limit of all folders beside it. */
async function freePercentOf(folder: string, maxBytes: number | null): Promise<number> {
  const { bavail, blocks } = await statfs(folder);
  const ofDisk = blocks === 0 ? 100 : Math.floor((bavail * 100) / blocks);
  if (maxBytes === null) return ofDisk;
  const ofLimit = Math.floor((1 - (await usedBytes(path.dirname(folder))) / maxBytes) * 100);
  return Math.max(0, Math.min(ofDisk, ofLimit));
}

/** Bytes in a folder and below. An uploader removes files meanwhile. */
async function usedBytes(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder, { recursive: true })) {
    const found = await stat(path.join(folder, name)).catch(ignoreMissing);
    bytes += found?.size ?? 0;
  }
  return bytes;
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** Has the disk keep the names of new files. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
