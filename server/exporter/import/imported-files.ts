import { readdir } from 'node:fs/promises';
import { lifetimes } from '@/lib/contracts/limits';
import { dayMs } from '@/lib/core/durations';
import { db } from '@/lib/platform/db/db';
import { isMissing } from '@/lib/platform/storage/folder-storage';
import { importBucket, importsFolder, removeImportFiles } from '@/lib/platform/storage/import-store';
import { openRecordingBucket } from '@/lib/platform/storage/open-recording-storage';
import { removeRecordings } from '@/lib/platform/storage/recording-store';

/** Longer than an upload takes, by which chunks in a bucket are old. */
const maxUploadMs = 7 * dayMs;

/** Removes the files of a recording that was not finished; none is no error. */
export async function removeImportedRecording(id: string): Promise<void> {
  await removeRecordings([id]);
  await openRecordingBucket()?.remove(id);
}

/**
 * Removes uploads that get no bytes any more, those that have ended a day ago, and bytes that no upload needs.
 * @returns the number of each
 */
export async function removeLeftovers(): Promise<{ silent: number; ended: number; strayed: number }> {
  const before = (ms: number) => new Date(Date.now() - ms);
  const { count: silent } = await db().recordingImport.deleteMany({
    where: { status: 'receiving', receivedAt: { lt: before(lifetimes.silentUpload) } },
  });
  const { count: ended } = await db().recordingImport.deleteMany({
    where: { finishedAt: { lt: before(lifetimes.endedUpload) } },
  });
  const folders = await readdir(importsFolder()).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const needed = await db().$queryRaw<{ id: string }[]>`
    SELECT id FROM recording_imports
    WHERE status IN ('receiving', 'waiting', 'running') AND id::text = ANY(${folders})`;
  const ids = new Set(needed.map(({ id }) => id));
  const strayed = folders.filter((id) => !ids.has(id));
  for (const id of strayed) await removeImportFiles(id);
  await importBucket()?.removeOlder(Date.now() - maxUploadMs);
  return { silent, ended, strayed: strayed.length };
}
