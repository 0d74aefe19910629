import { openAsBlob } from 'node:fs';
import { chown, mkdir, readdir, statfs } from 'node:fs/promises';
import path from 'node:path';
import { exportBucket, exportsFolder, removeExportFiles } from './export-store';
import { FolderStorage, isMissing } from './folder-storage';

/*
 * The folder in which an exporter makes files, before they go to where exports are kept. Apart from export-store.ts: web
 * servers, which are bundled by what they open, need none of it.
 */

/** Checks that this process can make exports. @throws AppError `conflict` */
export const requireExportFolder = (): void => void exportsFolder();

/** The folder in which an export's files are made. @throws AppError `conflict` where this process makes none */
export const exportFolder = (id: string): string => path.join(exportsFolder(), id);

/** Makes the folder of an export, empty. @param userId the user and group that write into it, if not this process' own */
export async function makeExportFolder(id: string, userId?: number): Promise<string> {
  await removeExportFiles(id);
  const folder = exportFolder(id);
  await mkdir(folder, { recursive: true });
  if (userId !== undefined) await chown(folder, userId, userId);
  return folder;
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

/** Removes files from the bucket that are older than any export. Installations that share it lose nothing. @returns how many */
export const removeOldExports = async (thanMs: number): Promise<number> =>
  (await exportBucket()?.removeOlder(thanMs)) ?? 0;
