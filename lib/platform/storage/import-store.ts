import { constants } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '@/lib/core/errors';
import { recordingsEnv } from '@/lib/platform/env/recordings-env';
import type { BucketStorage } from './bucket-storage';
import { FolderStorage } from './folder-storage';
import { openRecordingBucket } from './open-recording-storage';

const folderName = 'imports';
/** The file in an upload's folder that grows by its bytes. */
const uploadedName = 'file';
const fileMode = 0o640;

/** The folder of uploads. No recording's folder has this name: those are ids. @throws AppError `conflict` */
export function importsFolder(): string {
  const { RECORDINGS_DIR: folder } = recordingsEnv();
  if (folder) return path.join(folder, folderName);
  throw new AppError('conflict', 'This installation takes no uploads: its RECORDINGS_DIR is not set.');
}

let opened: BucketStorage | null | undefined;

/** The bucket that uploads wait in, each chunk an object; null where they wait in the folder. */
export function importBucket(): BucketStorage | null {
  opened ??= openRecordingBucket(`${folderName}/`);
  return opened;
}

/** Checks that this installation takes uploads. @throws AppError `conflict` */
export function requireImportStorage(): void {
  if (!importBucket()) importsFolder();
}

/** The file that an upload's bytes are in, on this machine. @throws AppError `conflict` */
export const uploadedFile = (id: string): string => path.join(importsFolder(), id, uploadedName);

/** The object of a chunk. Names in their order are the chunks in theirs. */
const chunkName = (offset: number): string => `chunk-${String(offset).padStart(15, '0')}`;

/** Stores bytes of an upload. The same ones may come again. @throws Error of the disk or the bucket */
export async function writeImportBytes(id: string, offset: number, bytes: Buffer): Promise<void> {
  const bucket = importBucket();
  if (bucket) return bucket.writeWhole(id, chunkName(offset), bytes);
  const file = uploadedFile(id);
  await mkdir(path.dirname(file), { recursive: true });
  const handle = await open(file, constants.O_WRONLY | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0), fileMode);
  try {
    for (let written = 0; written < bytes.length; ) {
      written += (await handle.write(bytes, written, bytes.length - written, offset + written)).bytesWritten;
    }
  } finally {
    await handle.close();
  }
}

/** Removes the bytes of an upload; one that has none is no error. */
export async function removeImportFiles(id: string): Promise<void> {
  const { RECORDINGS_DIR: directory } = recordingsEnv();
  if (directory !== undefined) await new FolderStorage(importsFolder()).remove(id);
  await importBucket()?.remove(id);
}
