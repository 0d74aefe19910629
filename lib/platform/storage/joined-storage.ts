import { AppError } from '@/lib/core/errors';
import { log } from '@/lib/platform/log';
import type { BucketStorage } from './bucket-storage';
import { type FolderStorage, isMissing } from './folder-storage';
import type { RecordingStorage, StoredFile } from './recording-storage';

/** Listing a bucket costs time and money: players ask for a part every second. */
const listedForMs = 5_000;
const maxListings = 64;

type Files = Map<string, StoredFile>;

/** Recordings that are in this machine's folder, if it has one, in a bucket, or partly in either. Reads the folder first. */
export class JoinedStorage implements RecordingStorage {
  readonly #folder: FolderStorage | null;
  readonly #bucket: BucketStorage;
  readonly #listings = new Map<string, { atMs: number; files: Files }>();
  /** Listings that have failed one after the other. */
  #failures = 0;

  constructor(folder: FolderStorage | null, bucket: BucketStorage) {
    this.#folder = folder;
    this.#bucket = bucket;
  }

  async list(recordingId: string): Promise<Files> {
    const local = (await this.#folder?.list(recordingId)) ?? new Map<string, StoredFile>();
    const files = new Map(await this.#listBucket(recordingId, local.size > 0));
    for (const [name, file] of local) if (file.sizeBytes >= (files.get(name)?.sizeBytes ?? 0)) files.set(name, file);
    return files;
  }

  async names(recordingId: string): Promise<string[]> {
    const local = (await this.#folder?.names(recordingId)) ?? [];
    const stored = await this.#listBucket(recordingId, local.length > 0);
    return [...new Set([...local, ...stored.keys()])];
  }

  async sizes(recordingId: string, names: string[]): Promise<Map<string, number>> {
    const sizes = (await this.#folder?.sizes(recordingId, names)) ?? new Map<string, number>();
    const stored = await this.#listBucket(recordingId, sizes.size > 0);
    for (const name of names) {
      const sizeBytes = stored.get(name)?.sizeBytes ?? 0;
      if (sizeBytes > (sizes.get(name) ?? 0)) sizes.set(name, sizeBytes);
    }
    return sizes;
  }

  async *read(recordingId: string, file: string, from: number, to: number): AsyncGenerator<Buffer> {
    let position = from;
    try {
      for await (const bytes of this.#folder?.read(recordingId, file, from, to) ?? []) {
        position += bytes.length;
        yield bytes;
      }
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    if (position < to) yield* this.#bucket.read(recordingId, file, position, to);
  }

  async readWhole(recordingId: string, file: string): Promise<Buffer | null> {
    return (await this.#folder?.readWhole(recordingId, file)) ?? (await this.#bucket.readWhole(recordingId, file));
  }

  /** The folder is emptied once everything is in the bucket. */
  async writeWhole(recordingId: string, file: string, bytes: Buffer): Promise<void> {
    await this.#bucket.writeWhole(recordingId, file, bytes);
  }

  /** @param isOptional the folder alone has something to show while the bucket is away */
  async #listBucket(recordingId: string, isOptional: boolean): Promise<Files> {
    const known = this.#listings.get(recordingId);
    const nowMs = performance.now();
    if (known && nowMs - known.atMs < listedForMs) return known.files;
    try {
      const files = await this.#bucket.list(recordingId);
      if (this.#failures > 0) log.info({ failures: this.#failures }, 'recordings: the bucket can be listed again');
      this.#failures = 0;
      this.#listings.delete(recordingId);
      this.#listings.set(recordingId, { atMs: nowMs, files });
      for (const oldest of this.#listings.keys()) if (this.#listings.size > maxListings) this.#listings.delete(oldest);
      return files;
    } catch (error) {
      // Players ask every second.
      if (this.#failures++ === 0) log.warn({ err: error, recordingId }, 'recordings: the bucket cannot be listed');
      if (known) return known.files;
      if (isOptional) return new Map();
      throw new AppError('unavailable', 'The bucket of the recordings does not answer. Try again in a moment.', {
        cause: error,
      });
    }
  }
}
