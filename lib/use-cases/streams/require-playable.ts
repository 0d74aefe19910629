import type { FileSource } from '@/lib/contracts/file-source';
import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import { recordingsEnv } from '@/lib/platform/env/recordings-env';
import type { Recording } from '@/prisma/generated/client';

/**
 * The recording of the organization that is to play as a camera, for use cases that have asked.
 * @throws AppError `not_found`; `invalid_input` for one that goes on, a range behind its end, and recordings in a bucket
 */
export async function requirePlayable(organizationId: string, file: FileSource): Promise<Recording> {
  const recording = await db().recording.findFirst({ where: { id: file.recording_id, organizationId } });
  if (!recording) throw new AppError('not_found', 'This recording does not exist.');
  const { startedAt, endedAt } = recording;
  if (recordingsEnv().RECORDINGS_S3_BUCKET !== undefined) throw refused('recording_id', inBucketSentence);
  if (endedAt === null) throw refused('recording_id', 'This recording still goes on. Stop it first, then choose it.');
  const seconds = (endedAt.getTime() - startedAt.getTime()) / 1_000;
  if ((file.from_seconds ?? 0) > seconds) throw refused('from_seconds', 'The recording ends before this.');
  return recording;
}

const inBucketSentence =
  'This server keeps its recordings in a bucket, and cameras play them from a disk alone. Choose another source.';

const refused = (field: keyof FileSource, message: string) =>
  new AppError('invalid_input', message, { details: { [`stream.file.${field}`]: [message] } });
