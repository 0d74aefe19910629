import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { diskSpace } from '@/lib/contracts/disk-space';
import type { Finding } from '@/lib/contracts/preflight';
import { db } from '@/lib/platform/db/db';
import { recordingsEnv } from '@/lib/platform/env/recordings-env';
import { BucketError } from '@/lib/platform/storage/bucket';
import type { BucketStorage } from '@/lib/platform/storage/bucket-storage';
import { readFreeSpace } from '@/lib/platform/storage/free-space';
import { openRecordingBucket } from '@/lib/platform/storage/open-recording-storage';
import { type Check, ok, problem, warning } from '../finding';
import { judgeRoom, readDailyGrowth } from './recording-room';

const probeBytes = 16 * 1024 * 1024;
/** Enough for ten cameras of 8 Mbit/s. */
const minWriteMbPerSecond = 10;

/** Whether recordings have a disk with space and speed, and a bucket that takes, lists, gives and deletes objects. */
export const checkRecordings: Check = async () => {
  const { RECORDINGS_DIR: directory } = recordingsEnv();
  const bucket = openRecordingBucket();
  if (directory === undefined && !bucket) return [ok('recordings', 'This installation does not record.')];
  // With a bucket they leave the folder again.
  const dailyBytes = bucket ? null : await readDailyGrowth();
  return [
    ...(directory === undefined ? [] : await checkFolder(directory, dailyBytes)),
    ...(await checkGatewayDisks()),
    ...(bucket ? [await checkBucket(bucket)] : []),
  ];
};

/** @param dailyBytes how much recordings there will grow within a day; null where they do not stay */
async function checkFolder(directory: string, dailyBytes: number | null): Promise<Finding[]> {
  const fix = 'Have the user of this program own RECORDINGS_DIR, on a disk that is not read-only.';
  try {
    await mkdir(directory, { recursive: true });
    const { bytes, percent } = await readFreeSpace(directory);
    return [
      spaceFinding('The recordings’ disk', percent, bytes),
      ...(dailyBytes === null ? [] : [judgeRoom(bytes, dailyBytes)]),
      speedFinding(await measureWriting(directory)),
    ];
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    return [problem('recordings', `Nothing can be written into ${directory} (${code}).`, fix)];
  }
}

function spaceFinding(name: string, percent: number, bytes: number): Finding {
  const text = `${name} has ${percent} % left, ${(bytes / 1e9).toFixed(1)} GB.`;
  const fix = 'Delete recordings, choose how long they stay under Organization, or use a larger disk.';
  if (percent < diskSpace.minPercent) return problem('recordings', `${text} No recording begins.`, fix);
  return percent < diskSpace.lowPercent ? warning('recordings', text, fix) : ok('recordings', text);
}

function speedFinding(mbPerSecond: number): Finding {
  const text = `The recordings’ disk writes ${mbPerSecond.toFixed(0)} MB a second.`;
  if (mbPerSecond >= minWriteMbPerSecond) return ok('recordings', text);
  return warning('recordings', text, 'Use a faster disk, or record fewer cameras on it at once.');
}

/** @returns MB that reached the disk in a second */
async function measureWriting(directory: string): Promise<number> {
  const file = path.join(directory, `.probe-${randomUUID()}`);
  const handle = await open(file, 'wx');
  try {
    const beganMs = performance.now();
    await handle.write(Buffer.alloc(probeBytes, 1));
    await handle.datasync();
    return probeBytes / 1_000 / (performance.now() - beganMs);
  } finally {
    await handle.close();
    await rm(file);
  }
}

/** The disks of other machines, as their gateways say. */
async function checkGatewayDisks(): Promise<Finding[]> {
  const low = await db().gateway.findMany({ where: { recordingsFreePercent: { lt: diskSpace.lowPercent } } });
  return low.map(({ id, recordingsFreePercent }) =>
    warning(
      'recordings',
      `The recordings’ disk of gateway ${id} has ${recordingsFreePercent} % left.`,
      'Delete recordings, or give that gateway a larger disk.',
    ),
  );
}

async function checkBucket(bucket: BucketStorage): Promise<Finding> {
  const id = `probe-${randomUUID()}`;
  let step = 'put';
  try {
    await bucket.store(id, 'probe', new Blob(['probe']), 'UNSIGNED-PAYLOAD');
    step = 'list';
    if ((await bucket.list(id)).size !== 1) throw new BucketError('The object is missing.', 404);
    step = 'get';
    for await (const _ of bucket.read(id, 'probe', 0, 1));
    step = 'delete';
    await bucket.remove(id);
  } catch (error) {
    if (!(error instanceof BucketError)) throw error;
    const { certificateFault } = error;
    if (certificateFault !== null) {
      const fix = 'Name its authority in NODE_EXTRA_CA_CERTS, a file in PEM; with the chart, in `authority`.';
      const text = `This machine does not trust the certificate of the recordings’ bucket (${certificateFault}).`;
      return problem('recordings', text, fix);
    }
    if (error.isAway) {
      const fix = 'Start the S3 server, or correct RECORDINGS_S3_ENDPOINT; a firewall must let this machine reach it.';
      return problem('recordings', 'The bucket of the recordings does not answer.', fix);
    }
    const fix = 'Give the key the rights to list the bucket, and to get, put and delete objects (docs/recording.md).';
    return problem('recordings', `The bucket refuses to ${step} an object. ${error.message}.`, fix);
  }
  return ok('recordings', 'The bucket takes, lists, gives and deletes objects.');
}
