import { mkdir, readdir, statfs } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '@/lib/core/errors';
import { recordingsEnv } from '@/lib/platform/env/recordings-env';
import { FolderStorage, isMissing } from './folder-storage';
import { type OpenMedia, openSlices, type Slice } from './recording-store';

/** Where exports are kept, also beside a bucket. No recording's folder has this name, because those are ids. */
function exportsFolder(): string {
  const { RECORDINGS_DIR: folder } = recordingsEnv();
  if (folder) return path.join(folder, 'exports');
  throw new AppError('conflict', 'This installation does not export: its RECORDINGS_DIR is not set.');
}

/** Checks that this installation exports. @throws AppError `conflict` */
export const requireExportFolder = (): void => void exportsFolder();

const exportStorage = (): FolderStorage => new FolderStorage(exportsFolder());

/** The folder of an export's files. @throws AppError `conflict` where this installation does not export */
export const exportFolder = (id: string): string => path.join(exportsFolder(), id);

/** Makes the folder of an export, empty. */
export async function makeExportFolder(id: string): Promise<string> {
  await removeExportFiles(id);
  await mkdir(exportFolder(id), { recursive: true });
  return exportFolder(id);
}

/** Bytes that may be written beside everything else. */
export async function freeExportBytes(): Promise<number> {
  const { bavail, bsize } = await statfs(path.dirname(exportsFolder()));
  return bavail * bsize;
}

/** The ids of the exports that have files. */
export async function listExportFolders(): Promise<string[]> {
  try {
    return await readdir(exportsFolder());
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Removes the files of an export; one that has none is no error. */
export const removeExportFiles = (id: string): Promise<void> => exportStorage().remove(id);

/** Slices of an export's files, one after the other. */
export const openExportFiles = (id: string, slices: Slice[]): OpenMedia => openSlices(id, slices, exportStorage());
