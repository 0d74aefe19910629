import { randomUUID } from 'node:crypto';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { diskSpace } from '@/lib/contracts/disk-space';
import type { CheckResult } from '@/lib/contracts/preflight';
import { db } from '@/lib/platform/db/db';
import { diskEnv } from '@/lib/platform/env/disk-env';
import { recordingsEnv } from '@/lib/platform/env/recordings-env';
import { BucketError } from '@/lib/platform/storage/bucket';
import type { BucketStorage } from '@/lib/platform/storage/bucket-storage';
import { readFreeSpace } from '@/lib/platform/storage/free-space';
import { openRecordingBucket } from '@/lib/platform/storage/open-recording-storage';
import { type Check, ok, problem, warning } from '../check-result';

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
async function checkFolder(directory: string, dailyBytes: number | null): Promise<CheckResult[]> {
  const fix = 'Have the user of this program own RECORDINGS_DIR, on a disk that is not read-only.';
  try {
    await mkdir(directory, { recursive: true });
    const { bytes, percent } = await readFreeSpace(directory);
    return [
      spaceFinding(percent, bytes, await sharesDisk(directory)),
      ...(dailyBytes === null ? [] : [judgeRoom(bytes, dailyBytes)]),
      speedFinding(await measureWriting(directory)),
    ];
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    return [problem('recordings', `Nothing can be written into ${directory} (${code}).`, fix)];
  }
}

/** Whether a folder is on the disk of the data folder, with its database. */
async function sharesDisk(directory: string): Promise<boolean> {
  const { DATA_DIR } = diskEnv();
  return DATA_DIR !== undefined && (await stat(directory)).dev === (await stat(DATA_DIR)).dev;
}

/** @param isShared whether the database is on it, too */
export function spaceFinding(percent: number, bytes: number, isShared: boolean): CheckResult {
  const shared = isShared ? ' The database is on it, too.' : '';
  const text = `The recordings’ disk has ${percent} % left, ${(bytes / 1e9).toFixed(1)} GB.${shared}`;
  const another = isShared ? 'set RECORDINGS_DIR to a folder on another disk' : 'use a larger disk';
  const fix = `Delete recordings, choose how long they stay under Organization, or ${another}.`;
  if (percent < diskSpace.minPercent) return problem('recordings', `${text} No recording begins.`, fix);
  return percent < diskSpace.lowPercent ? warning('recordings', text, fix) : ok('recordings', text);
}

function speedFinding(mbPerSecond: number): CheckResult {
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
async function checkGatewayDisks(): Promise<CheckResult[]> {
  const low = await db().gateway.findMany({ where: { recordingsFreePercent: { lt: diskSpace.lowPercent } } });
  return low.map(({ id, recordingsFreePercent }) =>
    warning(
      'recordings',
      `The recordings’ disk of gateway ${id} has ${recordingsFreePercent} % left.`,
      'Delete recordings, or give that gateway a larger disk.',
    ),
  );
}

async function checkBucket(bucket: BucketStorage): Promise<CheckResult> {
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

const dayHours = 24;
/** A show that has begun would not end. */
const scarceHours = 2;

/**
 * Estimates by how much recordings will grow within a day: as on the last day, or at the present rate if that is more.
 * Recordings that will be deleted by age or size are taken off.
 * @returns bytes
 */
export async function readDailyGrowth(): Promise<number> {
  const [row] = await db().$queryRaw<{ bytes: number }[]>`
    WITH paced AS (
      SELECT organization_id, size_bytes, ended_at,
        size_bytes / greatest(60, extract(epoch FROM coalesce(ended_at, now()) - started_at)) AS bytes_per_second,
        greatest(0, extract(epoch FROM coalesce(ended_at, now()) - greatest(started_at, now() - interval '1 day')))
          AS seconds_of_day
      FROM recordings
    ), owned AS (
      SELECT
        greatest(
          sum(bytes_per_second * seconds_of_day),
          86400 * sum(bytes_per_second) FILTER (WHERE ended_at IS NULL)
        ) AS written,
        sum(size_bytes) FILTER (
          WHERE ended_at < now() + interval '1 day' - make_interval(days => recordings_keep_days)
        ) AS expiring,
        recordings_max_gb * 1e9 - sum(size_bytes) AS allowed
      FROM paced JOIN organizations ON organizations.id = organization_id
      GROUP BY organizations.id
    )
    SELECT coalesce(sum(greatest(0, least(written - coalesce(expiring, 0), allowed))), 0)::float8 AS bytes FROM owned`;
  return row?.bytes ?? 0;
}

/** Judges whether a disk has room for a day of recordings. */
export function judgeRoom(freeBytes: number, dailyBytes: number) {
  const hours = dailyBytes === 0 ? Number.POSITIVE_INFINITY : (freeBytes / dailyBytes) * dayHours;
  const rate = `${(dailyBytes / 1e9).toFixed(1)} GB a day`;
  if (hours >= dayHours) return ok('recordings', `The recordings’ disk has room for a day at today’s rate, ${rate}.`);
  const text = `The recordings’ disk has room for ${Math.floor(hours)} hours at today’s rate, ${rate}.`;
  const fix = 'Delete recordings, choose how long they stay under Organization, or use a larger disk.';
  return (hours < scarceHours ? problem : warning)('recordings', text, fix);
}
