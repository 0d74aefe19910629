import { open, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '@/lib/core/errors';
import { recordingsEnv } from '@/lib/platform/env/recordings-env';
import { log } from '@/lib/platform/log';

/** Bytes of a file, or of memory. `to` is the first byte that no longer belongs to it. */
export type Slice = { bytes: Buffer } | { file: string; from: number; to: number };

/** Bytes that can be read from anywhere. */
export interface OpenMedia {
  sizeBytes: number;
  /** @param to after the last byte */
  read(from: number, to: number): AsyncGenerator<Buffer>;
}

/** The files in a recording's folder. */
export interface RecordingFiles {
  /** The texts of its indexes. */
  indexes: string[];
  /** The sizes of its segments, in bytes. */
  sizes: Map<string, number>;
}

const removalRetries = { maxRetries: 5, retryDelay: 200 };

/** The folder of recordings, each in a folder of its id. @throws AppError `conflict` where this installation has none */
export function recordingsFolder(): string {
  const { RECORDINGS_DIR: folder } = recordingsEnv();
  if (folder) return folder;
  throw new AppError('conflict', 'This installation does not record: its RECORDINGS_DIR is not set.');
}

/** Differs once more has been written of a recording. */
export async function versionOfRecording(id: string): Promise<string> {
  const names = (await listFiles(id)).filter(isIndex);
  const versions = await Promise.all(
    names.map(async (name) => {
      const { mtimeMs, size } = await stat(pathOf(id, name));
      return `${name} ${mtimeMs} ${size}`;
    }),
  );
  return versions.toSorted().join('\n');
}

/** Reads what was written of a recording; nothing of one that has no files yet. */
export async function readRecordingFiles(id: string): Promise<RecordingFiles> {
  const names = await listFiles(id);
  const indexes = await Promise.all(names.filter(isIndex).map((name) => readFile(pathOf(id, name), 'utf8')));
  const sizes = await Promise.all(
    names
      .filter((name) => name.endsWith('.ts'))
      .map(async (name) => [name, (await stat(pathOf(id, name))).size] as const),
  );
  return { indexes, sizes: new Map(sizes) };
}

/** Slices of a recording, one after the other. */
export const openSlices = (id: string, slices: Slice[]): OpenMedia => ({
  sizeBytes: slices.reduce((sum, slice) => sum + lengthOf(slice), 0),
  read: (from, to) => readSlices(id, slices, from, to),
});

async function* readSlices(id: string, slices: Slice[], from: number, to: number): AsyncGenerator<Buffer> {
  let position = 0;
  for (const slice of slices) {
    const length = lengthOf(slice);
    const [begin, end] = [Math.max(0, from - position), Math.min(length, to - position)];
    position += length;
    if (begin >= end) continue;
    if ('bytes' in slice) {
      yield slice.bytes.subarray(begin, end);
      continue;
    }
    const handle = await open(pathOf(id, slice.file), 'r');
    try {
      const range = { start: slice.from + begin, end: slice.from + end - 1, autoClose: false };
      yield* handle.createReadStream(range) as AsyncIterable<Buffer>;
    } finally {
      await handle.close();
    }
  }
}

const lengthOf = (slice: Slice): number => ('bytes' in slice ? slice.bytes.length : slice.to - slice.from);

/** Removes the files of recordings whose rows are deleted. Logs and keeps files that it cannot remove. */
export async function removeRecordings(ids: string[]): Promise<void> {
  const { RECORDINGS_DIR: folder } = recordingsEnv();
  if (!folder) return;
  for (const id of ids) {
    await rm(path.join(folder, id), { recursive: true, force: true, ...removalRetries }).catch((error: unknown) =>
      log.error({ err: error, recordingId: id }, 'recordings: the files of a deleted one could not be removed'),
    );
  }
}

const isIndex = (name: string): boolean => name.endsWith('.jsonl');
const pathOf = (id: string, file: string): string => path.join(recordingsFolder(), id, file);

async function listFiles(id: string): Promise<string[]> {
  try {
    return await readdir(path.join(recordingsFolder(), id));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
