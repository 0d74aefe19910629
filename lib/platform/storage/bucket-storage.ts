import { createHash } from 'node:crypto';
import type { Bucket } from './bucket';
import type { RecordingStorage, StoredFile } from './recording-storage';

/** Calls that go out at the same time. */
const maxRemovals = 16;

/** Keeps recordings in a bucket: `PREFIX ID/FILE`. */
export class BucketStorage implements RecordingStorage {
  readonly #bucket: Bucket;
  readonly #prefix: string;

  /** @param prefix of all keys; empty, or it ends with a slash */
  constructor(bucket: Bucket, prefix: string) {
    this.#bucket = bucket;
    this.#prefix = prefix;
  }

  async list(recordingId: string): Promise<Map<string, StoredFile>> {
    const folder = this.#keyOf(recordingId, '');
    const objects = await this.#bucket.list(folder);
    return new Map(objects.map(({ key, sizeBytes }) => [key.slice(folder.length), { sizeBytes }] as const));
  }

  async names(recordingId: string): Promise<string[]> {
    return [...(await this.list(recordingId)).keys()];
  }

  async sizes(recordingId: string, names: string[]): Promise<Map<string, number>> {
    const files = await this.list(recordingId);
    return new Map(
      names.flatMap((name) => {
        const file = files.get(name);
        return file ? [[name, file.sizeBytes]] : [];
      }),
    );
  }

  async *read(recordingId: string, file: string, from: number, to: number): AsyncGenerator<Buffer> {
    if (from < to) yield* this.#bucket.get(this.#keyOf(recordingId, file), from, to);
  }

  readWhole(recordingId: string, file: string): Promise<Buffer | null> {
    return this.#bucket.getWhole(this.#keyOf(recordingId, file));
  }

  async writeWhole(recordingId: string, file: string, bytes: Buffer): Promise<void> {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await this.store(recordingId, file, new Blob([new Uint8Array(bytes)]), sha256);
  }

  /** Stores a file whole. @param sha256 of its bytes, in hex */
  async store(recordingId: string, file: string, body: Blob, sha256: string): Promise<void> {
    await this.#bucket.put(this.#keyOf(recordingId, file), body, sha256);
  }

  /** Stores a file of any size. */
  async storeLarge(recordingId: string, file: string, body: Blob): Promise<void> {
    await this.#bucket.putLarge(this.#keyOf(recordingId, file), body);
  }

  /** Removes all files that have not changed since. @returns how many */
  async removeOlder(thanMs: number): Promise<number> {
    const old = (await this.#bucket.list(this.#prefix)).filter(({ changedMs }) => changedMs < thanMs);
    for (const { key } of old) await this.#bucket.delete(key);
    return old.length;
  }

  /** Removes all files of a recording. @throws BucketError if some of them stay */
  async remove(recordingId: string): Promise<void> {
    const names = [...(await this.list(recordingId)).keys()];
    for (let first = 0; first < names.length; first += maxRemovals) {
      const removals = names.slice(first, first + maxRemovals);
      await Promise.all(removals.map((name) => this.#bucket.delete(this.#keyOf(recordingId, name))));
    }
  }

  /** Asks whether the bucket is there. @throws BucketError */
  check(): Promise<void> {
    return this.#bucket.check();
  }

  #keyOf(recordingId: string, file: string): string {
    return `${this.#prefix}${recordingId}/${file}`;
  }
}
