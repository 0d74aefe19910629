import { openAsBlob } from 'node:fs';
import { chmod, chown, type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { retry } from '@/lib/core/backoff';
import { exporterEnv } from '@/lib/platform/env/exporter-env';
import { BucketError } from '@/lib/platform/storage/bucket';
import { importBucket, importsFolder, uploadedFile } from '@/lib/platform/storage/import-store';
import { openRecordingBucket } from '@/lib/platform/storage/open-recording-storage';
import { recordingsFolder } from '@/lib/platform/storage/recording-store';
import type { RecordingImport } from '@/prisma/generated/client';
import { ExportError } from '../export-error';
import { readMuxAnswer } from '../mux-process';
import type { Imported, MuxAnswer } from '../muxer/mux-task';
import { ImportError } from './import-error';
import { removeImportedRecording } from './imported-files';

/** Free space that is left to recordings that go on. */
const sparedBytes = 1024 ** 3;
/** As gateways make folders of recordings: the group of their owner reads what is in them. */
const folderMode = 0o2750;
const writer = 'upload';
/** A bucket that is away is asked again for about half a minute: an upload may have taken hours. */
const bucketRetry = { firstMs: 500, capMs: 8_000 };
const maxBucketFailures = 7;

/** Names the muxer's faults for whoever uploads. */
const faults = {
  cannot_open: 'not_video',
  no_video: 'no_video',
  cut_off: 'cut_off',
  damaged: 'damaged',
  codec: 'codec',
  sound_changes: 'damaged',
  empty_tracks: 'damaged',
  needs_encoding: 'damaged',
  too_long: 'too_long',
  too_large: 'too_large',
  disk_full: 'disk_full',
  cannot_write: 'cannot_write',
} as const satisfies Record<Extract<MuxAnswer, { fault: string }>['fault'], ImportError['fault']>;

/** Makes a recording of an upload, and puts its files into their place. */
export class ImportJob {
  readonly #row: RecordingImport;
  readonly #signal: AbortSignal;
  progress = 0;

  /** @param signal ends it: what it has written is then of no use */
  constructor(row: RecordingImport, signal: AbortSignal) {
    this.#row = row;
    this.#signal = signal;
  }

  /** @throws ImportError, ExportError; the signal's reason */
  async run(): Promise<Imported> {
    const { id, sizeBytes } = this.#row;
    // Another exporter may have died in the middle of it.
    await removeImportedRecording(id);
    await this.#fetchFile();
    const file = uploadedFile(id);
    const { size } = await stat(file);
    if (size !== Number(sizeBytes))
      throw new ImportError('cannot_read', `The upload has ${size} of ${sizeBytes} bytes`);
    const { bavail, bsize } = await statfs(importsFolder());
    if (bavail * bsize - sparedBytes < size) throw new ImportError('disk_full', 'There is no room for the recording');
    const copied = await this.#convert(file, false);
    const answer = 'fault' in copied && copied.fault === 'needs_encoding' ? await this.#convert(file, true) : copied;
    if ('fault' in answer) throw new ImportError(faults[answer.fault], answer.message);
    if (!('imported' in answer)) throw new ImportError('damaged', 'The muxer has answered something else');
    await this.#store();
    return answer.imported;
  }

  get #folder(): string {
    return path.join(importsFolder(), this.#row.id, 'recording');
  }

  /** Brings what waits in a bucket to this machine's disk. */
  async #fetchFile(): Promise<void> {
    const bucket = importBucket();
    if (!bucket) return;
    const { id } = this.#row;
    const file = uploadedFile(id);
    await rm(path.dirname(file), { recursive: true, force: true });
    await mkdir(path.dirname(file), { recursive: true });
    const handle = await open(file, 'wx');
    try {
      const chunks = await this.#untilThere(() => bucket.list(id));
      for (const name of [...chunks.keys()].toSorted()) {
        const chunk = await this.#untilThere(() => bucket.readWhole(id, name));
        // One that is missing shows in the size.
        if (chunk) await handle.appendFile(chunk);
      }
    } finally {
      await handle.close();
    }
  }

  /** Calls a bucket, again while it is away. @throws what the call throws; the signal's reason */
  async #untilThere<Result>(call: () => Promise<Result>): Promise<Result> {
    const done = await retry(async () => ({ result: await call() }), {
      ...bucketRetry,
      signal: this.#signal,
      onFailure: (error, failures) => {
        if (!(error instanceof BucketError && error.isAway) || failures === maxBucketFailures) throw error;
      },
    });
    if (!done) throw this.#signal.reason;
    return done.result;
  }

  async #convert(file: string, encodes: boolean): Promise<MuxAnswer> {
    const { createdAt, sizeBytes, maxBytes, maxSeconds } = this.#row;
    const { WORKER_USER_ID: userId } = exporterEnv();
    const folder = this.#folder;
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    if (userId !== undefined) await chown(folder, userId, process.getgid?.() ?? userId);
    await chmod(folder, folderMode);
    let handle: FileHandle | null = null;
    try {
      handle = await open(file, 'r');
      const limits = { sizeBytes: Number(sizeBytes), maxBytes: Number(maxBytes), maxSeconds };
      const task = { kind: 'import', folder, writer, endUs: createdAt.getTime() * 1_000, encodes, ...limits } as const;
      return await readMuxAnswer(task, handle, this.#signal, (progress) => {
        this.progress = progress;
      });
    } catch (error) {
      this.#signal.throwIfAborted();
      if (error instanceof ExportError) throw new ImportError(stalledFaultOf(error), error.message, { cause: error });
      throw error;
    } finally {
      await handle?.close();
    }
  }

  /** Puts the recording's files where recordings are kept. */
  async #store(): Promise<void> {
    const { id } = this.#row;
    const bucket = openRecordingBucket();
    try {
      if (!bucket) return await rename(this.#folder, path.join(recordingsFolder(), id));
      for (const name of await readdir(this.#folder)) {
        await this.#untilThere(async () =>
          bucket.storeLarge(id, name, await openAsBlob(path.join(this.#folder, name))),
        );
      }
    } catch (error) {
      this.#signal.throwIfAborted();
      throw new ImportError('cannot_write', 'The recording cannot be stored', { cause: error });
    }
  }
}

/** The muxer has ended by itself, stood still or taken too long. */
const stalledFaultOf = ({ message }: ExportError): ImportError['fault'] =>
  /takes too long|stands still/.test(message) ? 'too_slow' : 'damaged';
