import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RecordingStorage, StoredFile } from './recording-storage';

const removalRetries = { maxRetries: 5, retryDelay: 200 };

/** Opens a file to be read, and no link: the folder is its worker's, and may lead to what the reader may read alone. */
export const unlinkedFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

/** Keeps each recording in a folder of its id. A link in it, and a name that leads out of it, is no file of it. */
export class FolderStorage implements RecordingStorage {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  async list(recordingId: string): Promise<Map<string, StoredFile>> {
    const sizes = await this.sizes(recordingId, await this.names(recordingId));
    return new Map([...sizes].map(([name, sizeBytes]) => [name, { sizeBytes }]));
  }

  names(recordingId: string): Promise<string[]> {
    return unlessMissing(readdir(path.join(this.#directory, recordingId)), []);
  }

  async sizes(recordingId: string, names: string[]): Promise<Map<string, number>> {
    const files = await Promise.all(
      names.map(async (name) => {
        const found = isPlain(name)
          ? await unlessMissing(lstat(path.join(this.#directory, recordingId, name)), null)
          : null;
        return found?.isFile() ? [[name, found.size] as const] : [];
      }),
    );
    return new Map(files.flat());
  }

  async *read(recordingId: string, file: string, from: number, to: number): AsyncGenerator<Buffer> {
    const handle = await this.#open(recordingId, file);
    try {
      const range = { start: from, end: to - 1, autoClose: false };
      if (from < to) yield* handle.createReadStream(range) as AsyncIterable<Buffer>;
    } finally {
      await handle.close();
    }
  }

  async readWhole(recordingId: string, file: string): Promise<Buffer | null> {
    const handle = await unlessMissing(this.#open(recordingId, file), null);
    try {
      return (await handle?.readFile()) ?? null;
    } finally {
      await handle?.close();
    }
  }

  /** A power cut may leave it cut off. The folder may be a worker's, which could lead a write elsewhere by a link. */
  async writeWhole(recordingId: string, file: string, bytes: Buffer): Promise<void> {
    const whole = path.join(this.#directory, recordingId, file);
    const aside = `${whole}.new`;
    await rm(aside, { force: true });
    await writeFile(aside, bytes, { flag: 'wx', mode: 0o640 });
    await rename(aside, whole);
  }

  /** Removes all files of a recording. @throws Error if some of them stay */
  async remove(recordingId: string): Promise<void> {
    await rm(path.join(this.#directory, recordingId), { recursive: true, force: true, ...removalRetries });
  }

  async #open(recordingId: string, file: string): Promise<FileHandle> {
    if (!isPlain(file)) throw Object.assign(new Error(`${file} is no name of a file`), { code: 'ENOENT' });
    return await open(path.join(this.#directory, recordingId, file), unlinkedFlags);
  }
}

/** Whether a name leads to a file of the folder itself. */
const isPlain = (name: string): boolean => path.basename(name) === name && name !== '..';

/** Another process may have removed a file or a folder in the meantime. A link is none of either. */
async function unlessMissing<Value, Default>(reading: Promise<Value>, otherwise: Default): Promise<Value | Default> {
  try {
    return await reading;
  } catch (error) {
    if (isMissing(error) || (error as NodeJS.ErrnoException).code === 'ELOOP') return otherwise;
    throw error;
  }
}

/** Whether a file was not there. */
export const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';
