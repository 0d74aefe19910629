import { readdir } from 'node:fs/promises';
import { db } from '@/lib/platform/db/db';
import type { BucketStorage } from '@/lib/platform/storage/bucket-storage';
import { FolderStorage } from '@/lib/platform/storage/folder-storage';

/** Recordings whose objects one run removes. */
const batch = 20;

export interface RecordingRemovalOptions {
  /** This gateway's folder of recordings; undefined where it has none. */
  directory: string | undefined;
  bucket: BucketStorage | null;
}

/**
 * Removes the files of deleted recordings from this gateway's disk and from the bucket. The bucket is emptied once more ten
 * minutes later, for an upload may have been on its way.
 */
export async function removeDeletedRecordings({
  directory,
  bucket,
}: RecordingRemovalOptions): Promise<{ foldersRemoved: number; bucketEmptied: number }> {
  const foldersRemoved = directory === undefined ? 0 : await removeFolders(directory);
  const bucketEmptied = bucket ? await emptyBucket(bucket) : 0;
  // A gateway that was away for longer leaves files behind.
  await db().$executeRaw`DELETE FROM recording_removals WHERE deleted_at < now() - interval '90 days'`;
  return { foldersRemoved, bucketEmptied };
}

async function removeFolders(directory: string): Promise<number> {
  const names = await readdir(directory).catch((error: unknown) => {
    // Nothing was ever recorded.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  const deleted = await db().$queryRaw<{ id: string }[]>`
    SELECT recording_id AS id FROM recording_removals WHERE recording_id::text = ANY(${names})`;
  const folder = new FolderStorage(directory);
  for (const { id } of deleted) await folder.remove(id);
  return deleted.length;
}

async function emptyBucket(bucket: BucketStorage): Promise<number> {
  const deleted = await db().$queryRaw<{ id: string }[]>`
    SELECT recording_id AS id FROM recording_removals
    WHERE bucket_emptied_at IS NULL
      OR (bucket_emptied_at < deleted_at + interval '10 minutes' AND now() > deleted_at + interval '10 minutes')
    ORDER BY deleted_at LIMIT ${batch}`;
  for (const { id } of deleted) {
    await bucket.remove(id);
    await db().$executeRaw`UPDATE recording_removals SET bucket_emptied_at = now() WHERE recording_id = ${id}::uuid`;
  }
  return deleted.length;
}
