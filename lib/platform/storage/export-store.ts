import path from 'node:path';
import { AppError } from '@/lib/core/errors';
import { recordingsEnv } from '@/lib/platform/env/recordings-env';
import type { BucketStorage } from './bucket-storage';
import { FolderStorage } from './folder-storage';
import { openRecordingBucket } from './open-recording-storage';
import { type OpenMedia, openSlices, type Slice } from './recording-store';

const folderName = 'exports';

/** The folder of exports. No recording's folder has this name: those are ids. @throws AppError `conflict` */
export function exportsFolder(): string {
  const { RECORDINGS_DIR: folder } = recordingsEnv();
  if (folder) return path.join(folder, folderName);
  throw new AppError('conflict', 'This installation does not export: its RECORDINGS_DIR is not set.');
}

let opened: BucketStorage | null | undefined;

/** The bucket that exports are kept in; null where they stay in the folder. */
export function exportBucket(): BucketStorage | null {
  opened ??= openRecordingBucket(`${folderName}/`);
  return opened;
}

/** Checks that this installation keeps exports. @throws AppError `conflict` */
export function requireExportStorage(): void {
  if (!exportBucket()) exportsFolder();
}

/** Removes the files of an export; one that has none is no error. */
export async function removeExportFiles(id: string): Promise<void> {
  const { RECORDINGS_DIR: directory } = recordingsEnv();
  if (directory !== undefined) await new FolderStorage(exportsFolder()).remove(id);
  await exportBucket()?.remove(id);
}

/** Slices of an export's files, one after the other. */
export const openExportFiles = (id: string, slices: Slice[]): OpenMedia =>
  openSlices(id, slices, exportBucket() ?? new FolderStorage(exportsFolder()));
