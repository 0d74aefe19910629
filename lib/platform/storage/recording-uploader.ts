import { createHash, randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { lstat, mkdir, open, readdir, readFile, rm, rmdir, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { diskSpace } from '@/lib/contracts/disk-space';
import { recordingFileOf, summaryFile } from '@/lib/contracts/recording-files';
import type { UploadFault, UploadState } from '@/lib/contracts/recordings';
import { type BackoffOptions, backoffMs } from '@/lib/core/backoff';
import { minuteMs } from '@/lib/core/durations';
import { minOf } from '@/lib/core/extremes';
import { log } from '@/lib/platform/log';
import { BucketError } from './bucket';
import type { BucketStorage } from './bucket-storage';
import { isMissing, unlinkedFlags } from './folder-storage';
import { readFreeSpace } from './free-space';

/** A segment that has not grown for this long goes up, though no other follows it. */
const idleMs = 5_000;
/** Recent segments stay on the disk too, so that a replay does not wait for the bucket. */
const keptOnDiskMs = 10 * minuteMs;
const tidyIntervalMs = 30_000;
const maxUploads = 4;
const retry: BackoffOptions = { firstMs: 500, capMs: 10_000 };
const recordingName = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The kinds of calls to the bucket. */
type Call = 'check' | 'upload';

interface LocalFile {
  name: string;
  sizeBytes: number;
  bornMs: number;
  changedMs: number;
  /** Uploaded once, unlike an index: a segment or a thumbnail. */
  isSegment: boolean;
  /** Nobody writes into it any more. */
  isClosed: boolean;
}

interface LocalRecording {
  files: LocalFile[];
  isEnded: boolean;
  /** Sizes by name, of what is in the bucket. Null until it was listed. */
  stored: Map<string, number> | null;
  /** A segment went up after the index did. */
  needsIndex: boolean;
}

export interface RecordingUploaderOptions {
  /** The folder of recordings, each in a folder of its id. */
  directory: string;
  bucket: BucketStorage;
  /** Which of these recordings exist, and whether nobody writes them any more. Those that are deleted are left alone. */
  findRecordings(recordingIds: string[]): Promise<Map<string, { isEnded: boolean }>>;
  /** How long files stay on the disk after their upload; by default ten minutes. */
  keptMs?: number;
}

/**
 * Brings what is recorded into a folder into a bucket. A segment goes up once it is closed, its index after it, each as a
 * whole object. After a restart the bucket's own list says what is missing. A file leaves the disk once the bucket lists it.
 */
export class RecordingUploader {
  readonly #options: RecordingUploaderOptions;
  readonly #recordings = new Map<string, LocalRecording>();
  #hasLooked = false;
  /** By the last call of each kind: a bucket that answers may still refuse uploads. */
  readonly #faults: Record<Call, UploadFault | null> = { check: null, upload: null };
  /** The present outage, for the log; null while the bucket works. */
  #outage: { beganMs: number; failedCalls: number } | null = null;
  /** Uploads that have failed one after the other. */
  #failures = 0;
  #nextTryMs = 0;
  #tidiedMs = Number.NEGATIVE_INFINITY;

  constructor(options: RecordingUploaderOptions) {
    this.#options = options;
  }

  /** The waiting bytes of each recording on this disk; null until the disk was read. */
  get states(): Map<string, UploadState> | null {
    if (!this.#hasLooked) return null;
    const nowMs = Date.now();
    return new Map(
      [...this.#recordings].map(([id, recording]) => {
        const waiting = recording.files.filter((file) => !isStored(recording, file));
        const bornMs = minOf(
          waiting.map(({ bornMs }) => bornMs),
          nowMs,
        );
        const waitingBytes = waiting.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
        return [id, { waitingBytes, behindMs: Math.round(nowMs - bornMs), fault: this.fault }] as const;
      }),
    );
  }

  get fault(): UploadFault | null {
    return this.#faults.check ?? this.#faults.upload;
  }

  /** A name of this folder, which stays when the gateway has another one. */
  async readFolderId(): Promise<string> {
    const { directory } = this.#options;
    await mkdir(directory, { recursive: true });
    const file = path.join(directory, '.id');
    await writeFile(file, randomUUID(), { flag: 'wx' }).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    });
    return await readFile(file, 'utf8');
  }

  /** Looks whether the bucket answers, while something is there to upload. To be called once a second. */
  async check(): Promise<{ fault: UploadFault | null }> {
    if (this.#recordings.size === 0) return { fault: null };
    try {
      await this.#options.bucket.check();
      // It is back: the next upload need not wait.
      if (this.#faults.check !== null) this.#nextTryMs = 0;
      this.#noteSuccess('check');
    } catch (error) {
      this.#noteFailure('check', error);
    }
    return { fault: this.fault };
  }

  /** Uploads what can go up, and removes from the disk what need not stay. To be called once a second. */
  async run(signal: AbortSignal): Promise<{ uploaded: number }> {
    await this.#look();
    if (performance.now() < this.#nextTryMs) return { uploaded: 0 };
    const uploaded = await this.#uploadAll(signal);
    if (this.fault === null) await this.#tidy();
    return { uploaded };
  }

  /** Reads the folder. */
  async #look(): Promise<void> {
    const { directory, findRecordings } = this.#options;
    const found = await findRecordings((await readdir(directory)).filter((name) => recordingName.test(name)));
    for (const id of this.#recordings.keys()) if (!found.has(id)) this.#recordings.delete(id);
    for (const [id, { isEnded }] of found) {
      const files = await readFiles(path.join(directory, id), isEnded);
      const known = this.#recordings.get(id);
      if (known) Object.assign(known, { files, isEnded });
      else this.#recordings.set(id, { files, isEnded, stored: null, needsIndex: true });
    }
    this.#hasLooked = true;
  }

  async #uploadAll(signal: AbortSignal): Promise<number> {
    const { bucket } = this.#options;
    let uploaded = 0;
    try {
      for (const [id, recording] of this.#recordings) {
        recording.stored ??= sizesOf(await bucket.list(id));
      }
      for (const isSegment of [true, false]) {
        const due = this.#due(isSegment);
        for (
          let next = due.splice(0, maxUploads);
          next.length > 0 && !signal.aborted;
          next = due.splice(0, maxUploads)
        ) {
          const results = await Promise.allSettled(next.map(({ id, file }) => this.#upload(id, file)));
          for (const result of results) if (result.status === 'rejected') throw result.reason;
          uploaded += next.length;
          this.#noteSuccess('upload');
        }
      }
      this.#noteSuccess('upload');
    } catch (error) {
      this.#noteFailure('upload', error);
    }
    return uploaded;
  }

  /** The files that can go up, the oldest first. */
  #due(isSegment: boolean): { id: string; file: LocalFile }[] {
    const nowMs = Date.now();
    return [...this.#recordings]
      .flatMap(([id, recording]) =>
        recording.files
          .filter((file) => file.isSegment === isSegment && !isStored(recording, file))
          .filter(({ isClosed, changedMs }) => {
            const isIdle = nowMs - changedMs > idleMs;
            return isIdle || (isSegment ? isClosed : recording.needsIndex);
          })
          .map((file) => ({ id, file })),
      )
      .sort((a, b) => a.file.bornMs - b.file.bornMs);
  }

  async #upload(id: string, { name, isSegment }: LocalFile): Promise<void> {
    const { directory, bucket } = this.#options;
    const recording = this.#recordings.get(id);
    const file = path.join(directory, id, name);
    try {
      const { body, sha256 } = isSegment ? await readSegment(file) : await readIndex(file);
      await bucket.store(id, name, body, sha256);
      recording?.stored?.set(name, body.size);
      if (recording) recording.needsIndex = isSegment;
    } catch (error) {
      // It was deleted in the meantime.
      if (!isMissing(error)) throw error;
    }
  }

  /** Removes from the disk what the bucket lists, and what is old or takes the last space. */
  async #tidy(): Promise<void> {
    const nowMs = performance.now();
    if (nowMs - this.#tidiedMs < tidyIntervalMs) return;
    this.#tidiedMs = nowMs;
    const { directory, keptMs = keptOnDiskMs } = this.#options;
    const isLow = (await readFreeSpace(directory)).percent < diskSpace.lowPercent;
    const latestMs = Date.now() - (isLow ? 0 : keptMs);
    for (const [id, recording] of this.#recordings) {
      try {
        await this.#tidyRecording(id, recording, latestMs);
      } catch (error) {
        this.#noteFailure('upload', error);
        return;
      }
    }
  }

  /** @param latestMs what has changed since stays */
  async #tidyRecording(id: string, recording: LocalRecording, latestMs: number): Promise<void> {
    const { directory, bucket } = this.#options;
    const isOld = ({ changedMs }: LocalFile) => changedMs <= latestMs;
    const old = recording.files.filter((file) => isOld(file) && file.isClosed && isStored(recording, file));
    if (old.length === 0 && recording.files.length > 0) return;
    const isWhole = recording.isEnded && old.length === recording.files.length;
    const removable = old.filter(({ isSegment }) => isSegment || isWhole);
    if (removable.length === 0 && !isWhole) return;
    const listed = removable.length === 0 ? new Map<string, number>() : sizesOf(await bucket.list(id));
    recording.stored = removable.length === 0 ? recording.stored : listed;
    for (const { name, sizeBytes } of removable) {
      if (listed.get(name) === sizeBytes) await unlink(path.join(directory, id, name));
    }
    if (!isWhole) return;
    await rm(path.join(directory, id, summaryFile), { force: true });
    await rmdir(path.join(directory, id)).catch((error: unknown) => {
      if (!['ENOTEMPTY', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    });
  }

  #noteSuccess(call: Call): void {
    if (call === 'upload') this.#failures = 0;
    this.#faults[call] = null;
    if (this.#outage === null || this.fault !== null) return;
    const { beganMs, failedCalls } = this.#outage;
    this.#outage = null;
    const awayMs = Math.round(performance.now() - beganMs);
    log.info({ awayMs, failedCalls }, 'recordings: the bucket works again, and uploads go on');
  }

  /** @throws what is no fault of the bucket */
  #noteFailure(call: Call, error: unknown): void {
    if (!(error instanceof BucketError)) throw error;
    const before = this.fault;
    if (call === 'upload') this.#nextTryMs = performance.now() + backoffMs(this.#failures++, retry);
    this.#faults[call] = error.isAway ? 'bucket_away' : 'bucket_refuses';
    this.#outage ??= { beganMs: performance.now(), failedCalls: 0 };
    this.#outage.failedCalls++;
    const { fault } = this;
    if (fault !== before) log.warn({ err: error, fault }, 'recordings: the bucket fails; will retry');
  }
}

const isStored = ({ stored }: LocalRecording, { name, sizeBytes }: LocalFile): boolean =>
  stored?.get(name) === sizeBytes;

const sizesOf = (files: Map<string, { sizeBytes: number }>): Map<string, number> =>
  new Map([...files].map(([name, { sizeBytes }]) => [name, sizeBytes] as const));

async function readFiles(folder: string, isEnded: boolean): Promise<LocalFile[]> {
  const names = (await readdir(folder).catch(emptyIfMissing)).toSorted();
  const files = await Promise.all(
    names.map(async (name, index) => {
      const file = recordingFileOf(name);
      if (!file) return [];
      const found = await lstat(path.join(folder, name)).catch(emptyIfMissing);
      if (!('size' in found) || !found.isFile()) return [];
      const { size: sizeBytes, birthtimeMs, mtimeMs: changedMs } = found;
      const next = recordingFileOf(names[index + 1] ?? '');
      const isFollowed = file.kind === 'segment' && next?.kind === 'segment' && next.writer === file.writer;
      const isClosed = isEnded || file.kind === 'thumbnail' || isFollowed;
      const bornMs = birthtimeMs > 0 ? Math.min(birthtimeMs, changedMs) : changedMs;
      return [{ name, sizeBytes, bornMs, changedMs, isSegment: file.kind !== 'index', isClosed }];
    }),
  );
  return files.flat();
}

function emptyIfMissing(error: unknown): never[] {
  if (isMissing(error)) return [];
  throw error;
}

async function readSegment(file: string): Promise<{ body: Blob; sha256: string }> {
  const body = await openAsBlob(file);
  const hash = createHash('sha256');
  // The bucket refuses what is not of this hash, such as a file that became a link meanwhile.
  await pipeline((await open(file, unlinkedFlags)).createReadStream(), hash);
  return { body, sha256: hash.digest('hex') };
}

/** It grows meanwhile, and what is uploaded must not. */
async function readIndex(file: string): Promise<{ body: Blob; sha256: string }> {
  const bytes = await readFile(file, { flag: unlinkedFlags });
  return { body: new Blob([bytes]), sha256: createHash('sha256').update(bytes).digest('hex') };
}
