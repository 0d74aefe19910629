import { recordingsEnv } from '@/lib/platform/env/recordings-env';
import { Bucket } from './bucket';
import { BucketStorage } from './bucket-storage';
import { FolderStorage } from './folder-storage';
import { JoinedStorage } from './joined-storage';
import type { RecordingStorage } from './recording-storage';

let storage: RecordingStorage | null | undefined;

/** Where this installation keeps recordings; null where it does not record. */
export function openRecordingStorage(): RecordingStorage | null {
  storage ??= open();
  return storage;
}

/**
 * The bucket that recordings go to; null where they stay in the folder.
 * @param folder of it, with a slash at its end; by default the recordings' own
 */
export function openRecordingBucket(folder = ''): BucketStorage | null {
  const settings = recordingsEnv();
  const {
    RECORDINGS_S3_BUCKET: bucket,
    RECORDINGS_S3_ENDPOINT: endpoint,
    RECORDINGS_S3_ACCESS_KEY_ID: accessKeyId,
    RECORDINGS_S3_SECRET_ACCESS_KEY: secretAccessKey,
    RECORDINGS_S3_REGION: region,
    RECORDINGS_S3_PATH_STYLE: isPathStyle,
  } = settings;
  if (!bucket || !endpoint || !accessKeyId || !secretAccessKey) return null;
  const calls = new Bucket({ endpoint, bucket, region, accessKeyId, secretAccessKey, isPathStyle });
  return new BucketStorage(calls, settings.RECORDINGS_S3_PREFIX + folder);
}

function open(): RecordingStorage | null {
  const { RECORDINGS_DIR: directory } = recordingsEnv();
  const bucket = openRecordingBucket();
  const folder = directory === undefined ? null : new FolderStorage(directory);
  return bucket ? new JoinedStorage(folder, bucket) : folder;
}
