import { openAsBlob } from 'node:fs';
import { mkdir, readdir, statfs } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '@/lib/core/errors';
import { recordingsEnv } from '@/lib/platform/env/recordings-env';
import type { BucketStorage } from './bucket-storage';
import { FolderStorage, isMissing } from './folder-storage';
import { openRecordingBucket } from './open-recording-storage';
import { type OpenMedia, openSlices, type Slice } from './recording-store';

const folderName = 'exports';

/** Where exports are made, and kept where there is no bucket. No recording's folder has this name: those are ids. */
function exportsFolder(): string {
  const { RECORDINGS_DIR: folder } = recordingsEnv();
  if (folder) return path.join(folder, folderName);
  throw new AppError('conflict', 'This installation does not export: its RECORDINGS_DIR is not set.');
}

let opened: BucketStorage | null | undefined;

/** Where exports are kept; null where they stay in the folder. */
function exportBucket(): BucketStorage | null {
  opened ??= openRecordingBucket(`${folderName}/`);
  return opened;
}

/** Checks that this process can make exports. @throws AppError `conflict` */
export const requireExportFolder = (): void => void exportsFolder();

/** Checks that this installation keeps exports. @throws AppError `conflict` */
export function requireExportStorage(): void {
  if (!exportBucket()) exportsFolder();
}

/** The folder in which an export's files are made. @throws AppError `conflict` where this process makes none */
export const exportFolder = (id: string): string => path.join(exportsFolder(), id);

/** Makes the folder of an export, empty. */
export async function makeExportFolder(id: string): Promise<string> {
  await removeExportFiles(id);
  await mkdir(exportFolder(id), { recursive: true });
  return exportFolder(id);
}

/**
 * Brings the files of an export to where they are kept: into the bucket, if there is one.
 * @throws BucketError; the signal's reason
 */
export async function storeExportFiles(id: string, names: string[], signal: AbortSignal): Promise<void> {
  const bucket = exportBucket();
  if (!bucket) return;
  for (const name of names) {
    signal.throwIfAborted();
    await bucket.storeLarge(id, name, await openAsBlob(path.join(exportFolder(id), name)));
  }
  await new FolderStorage(exportsFolder()).remove(id);
}

/** Bytes that may be written beside everything else. */
export async function freeExportBytes(): Promise<number> {
  const { bavail, bsize } = await statfs(path.dirname(exportsFolder()));
  return bavail * bsize;
}

/** The ids of the exports that have files in the folder. */
export async function listExportFolders(): Promise<string[]> {
  try {
    return await readdir(exportsFolder());
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Removes the files of an export; one that has none is no error. */
export async function removeExportFiles(id: string): Promise<void> {
  const { RECORDINGS_DIR: directory } = recordingsEnv();
  if (directory !== undefined) await new FolderStorage(exportsFolder()).remove(id);
  await exportBucket()?.remove(id);
}

/** Removes files from the bucket that are older than any export. Installations that share it lose nothing. @returns how many */
export const removeOldExports = async (thanMs: number): Promise<number> =>
  (await exportBucket()?.removeOlder(thanMs)) ?? 0;

/** Slices of an export's files, one after the other. */
export const openExportFiles = (id: string, slices: Slice[]): OpenMedia =>
  openSlices(id, slices, exportBucket() ?? new FolderStorage(exportsFolder()));
