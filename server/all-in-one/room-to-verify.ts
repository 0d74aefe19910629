import { type FileHandle, open, readdir, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '@/lib/core/errors';

/** An empty cluster, and what any disk must have left. */
const baseBytes = 400e6;
/** Postgres's log of the one transaction that loads all, until a checkpoint frees it: max_wal_size and as much again. */
const maxLogBytes = 2e9;
/** Rows with their indexes, for each byte of text. */
const rowsPerText = 2;
/** Tables of figures become at least this much longer. */
const minExpansion = 4;

/**
 * Refuses to load a backup where its disk would be full before the end.
 * @param folder the backup
 * @param directory where it would be loaded
 * @throws AppError `unavailable` that says how much is needed and how much there is
 */
export async function requireRoomToVerify(folder: string, directory: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.copy.gz')).map((name) => path.join(folder, name));
  const textBytes = (await Promise.all(files.map(readTextBytes))).reduce((sum, bytes) => sum + bytes, 0);
  const neededBytes = baseBytes + rowsPerText * textBytes + Math.min(textBytes, maxLogBytes);
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize >= neededBytes) return;
  throw new AppError(
    'unavailable',
    `To load this backup takes about ${inGigabytes(neededBytes)} on the disk of ${directory}, and there are ${inGigabytes(bavail * bsize)}. Free some, or set DATA_DIR to a folder on another disk for this command.`,
  );
}

/** The length of a file's text, by the trailer of gzip (RFC 1952, ISIZE). That counts modulo 4 GiB. */
async function readTextBytes(file: string): Promise<number> {
  const { size } = await stat(file);
  const handle = await open(file);
  try {
    return Math.max(await readTrailer(handle, size), size * minExpansion);
  } finally {
    await handle.close();
  }
}

async function readTrailer(handle: FileHandle, size: number): Promise<number> {
  if (size < 4) return 0;
  const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, size - 4);
  return buffer.readUInt32LE();
}

const inGigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;
