import { db } from '@/lib/platform/db/db';
import type { BucketStorage } from '@/lib/platform/storage/bucket-storage';
import { RecordingUploader } from '@/lib/platform/storage/recording-uploader';
import { RecurringJob } from '../time/recurring-job';
import { UploadPublisher } from './upload-publisher';

const everySecond = { intervalMs: 1_000, retry: { firstMs: 1_000, capMs: 10_000 } };

/** The jobs that bring this gateway's recordings into a bucket, and say how far they are. */
export async function openUploads(directory: string, bucket: BucketStorage): Promise<UploadJobs> {
  const uploader = new RecordingUploader({ directory, bucket, findRecordings });
  const publisher = new UploadPublisher(await uploader.readFolderId());
  let hasCleared = false;
  const publish = async () => {
    const states = uploader.states;
    if (!states) return { recordings: 0 };
    if (!hasCleared) await publisher.clear([...states.keys()]);
    hasCleared = true;
    await publisher.publish(states);
    return { recordings: states.size };
  };
  const jobs = [
    new RecurringJob({ name: 'recording uploads', run: (signal) => uploader.run(signal), ...everySecond }),
    new RecurringJob({ name: 'bucket check', run: () => uploader.check(), ...everySecond }),
    new RecurringJob({ name: 'upload states', run: publish, ...everySecond }),
  ];
  return { uploader, jobs };
}

export interface UploadJobs {
  uploader: RecordingUploader;
  jobs: RecurringJob[];
}

/** A recorder finishes within seconds of its recording's end. */
async function findRecordings(recordingIds: string[]): Promise<Map<string, { isEnded: boolean }>> {
  const rows = await db().$queryRaw<{ id: string; isEnded: boolean }[]>`
    SELECT id, coalesce(ended_at < now() - interval '15 seconds', false) AS "isEnded" FROM recordings
    WHERE id = ANY(${recordingIds}::uuid[])`;
  return new Map(rows.map(({ id, isEnded }) => [id, { isEnded }] as const));
}
