import { recordingFileOf, thumbnailFile } from '@/lib/contracts/recording-files';
import { readRecordingLines } from '@/lib/contracts/recording-index';
import { AppError } from '@/lib/core/errors';
import { recordingsEnv } from '@/lib/platform/env/recordings-env';
import { log } from '@/lib/platform/log';
import { FolderStorage } from './folder-storage';
import { openRecordingStorage } from './open-recording-storage';
import type { RecordingStorage } from './recording-storage';

/** Bytes of a file, or of memory. `to` is the first byte that no longer belongs to it. */
export type Slice = { bytes: Buffer } | { file: string; from: number; to: number };

/** Bytes that can be read from anywhere. */
export interface OpenMedia {
  sizeBytes: number;
  /** @param to after the last byte */
  read(from: number, to: number): AsyncGenerator<Buffer>;
}

/** The folder of recordings, each in a folder of its id. @throws AppError `conflict` where there is none */
export function recordingsFolder(): string {
  const { RECORDINGS_DIR: folder } = recordingsEnv();
  if (folder) return folder;
  throw notKept();
}

const notKept = () => new AppError('conflict', 'This installation does not record: its RECORDINGS_DIR is not set.');

/** Where recordings are kept. @throws AppError `conflict` where this installation keeps none */
export function recordingStorage(): RecordingStorage {
  const storage = openRecordingStorage();
  if (storage) return storage;
  throw notKept();
}

/** Checks that this installation records. @throws AppError `conflict` */
export const requireRecordingStorage = (): void => void recordingStorage();

/** The last lines of a recording's indexes, and the sizes of the segments that they name. */
export async function readRecordingTail(
  id: string,
  maxIndexBytes: number,
): Promise<{ indexes: string[]; sizes: Map<string, number> }> {
  const storage = recordingStorage();
  const names = (await storage.names(id)).filter((name) => recordingFileOf(name)?.kind === 'index');
  const indexes = await Promise.all(
    [...(await storage.sizes(id, names))].map(async ([name, sizeBytes]) => {
      const from = Math.max(0, sizeBytes - maxIndexBytes);
      return (await joinChunks(storage.read(id, name, from, sizeBytes))).toString('utf8');
    }),
  );
  const segments = indexes.flatMap((text) =>
    readRecordingLines(text).flatMap((line) => (line.kind === 'segment' ? line.file : [])),
  );
  return { indexes, sizes: await storage.sizes(id, segments) };
}

/** A thumbnail of a recording, as JPEG; null where it has none of this moment. */
export const readThumbnail = (id: string, atUs: number): Promise<Buffer | null> =>
  recordingStorage().readWhole(id, thumbnailFile(atUs));

async function joinChunks(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const read: Buffer[] = [];
  for await (const chunk of chunks) read.push(chunk);
  return Buffer.concat(read);
}

/** Slices of a recording, one after the other. @param storage where its files are, if not where recordings are kept */
export const openSlices = (id: string, slices: Slice[], storage?: RecordingStorage): OpenMedia => ({
  sizeBytes: slices.reduce((sum, slice) => sum + lengthOf(slice), 0),
  read: (from, to) => readSlices(storage ?? recordingStorage(), id, slices, from, to),
});

async function* readSlices(
  storage: RecordingStorage,
  id: string,
  slices: Slice[],
  from: number,
  to: number,
): AsyncGenerator<Buffer> {
  let position = 0;
  for (const slice of joined(slices)) {
    const length = lengthOf(slice);
    const [begin, end] = [Math.max(0, from - position), Math.min(length, to - position)];
    position += length;
    if (begin >= end) continue;
    if ('bytes' in slice) {
      yield slice.bytes.subarray(begin, end);
      continue;
    }
    yield* storage.read(id, slice.file, slice.from + begin, slice.from + end);
  }
}

const lengthOf = (slice: Slice): number => ('bytes' in slice ? slice.bytes.length : slice.to - slice.from);

/** Slices that follow each other in a file are one: each costs a call to a bucket. */
function joined(slices: Slice[]): Slice[] {
  const result: Slice[] = [];
  for (const slice of slices) {
    const before = result.at(-1);
    if (before && 'file' in before && 'file' in slice && before.file === slice.file && before.to === slice.from) {
      result[result.length - 1] = { file: slice.file, from: before.from, to: slice.to };
    } else result.push(slice);
  }
  return result;
}

/**
 * Removes the files of deleted recordings from the folder, if there is one. Logs files that it cannot remove. The gateway
 * tries those again, and empties the bucket.
 */
export async function removeRecordings(ids: string[]): Promise<void> {
  const { RECORDINGS_DIR: directory } = recordingsEnv();
  if (directory === undefined) return;
  const folder = new FolderStorage(directory);
  for (const id of ids) {
    await folder.remove(id).catch((error: unknown) => {
      log.error({ err: error, recordingId: id }, 'recordings: the files of a deleted one could not be removed');
    });
  }
}
