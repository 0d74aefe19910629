import { open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RecordingStorage, StoredFile } from './recording-storage';

const removalRetries = { maxRetries: 5, retryDelay: 200 };

/** Keeps each recording in a folder of its id. */
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
        const found = await unlessMissing(stat(path.join(this.#directory, recordingId, name)), null);
        return found ? [[name, found.size] as const] : [];
      }),
    );
    return new Map(files.flat());
  }

  async *read(recordingId: string, file: string, from: number, to: number): AsyncGenerator<Buffer> {
    const handle = await open(path.join(this.#directory, recordingId, file), 'r');
    try {
      const range = { start: from, end: to - 1, autoClose: false };
      if (from < to) yield* handle.createReadStream(range) as AsyncIterable<Buffer>;
    } finally {
      await handle.close();
    }
  }

  readWhole(recordingId: string, file: string): Promise<Buffer | null> {
    return unlessMissing(readFile(path.join(this.#directory, recordingId, file)), null);
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
}

/** Another process may have removed a file or a folder in the meantime. */
async function unlessMissing<Value, Default>(reading: Promise<Value>, otherwise: Default): Promise<Value | Default> {
  try {
    return await reading;
  } catch (error) {
    if (isMissing(error)) return otherwise;
    throw error;
  }
}

/** Whether a file was not there. */
export const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';
