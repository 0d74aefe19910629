import type { z } from 'zod';
import { credentialOf } from '@/lib/auth/actor';
import { mintRecordingToken } from '@/lib/auth/recording-token';
import type { Page, PageRequest } from '@/lib/contracts/api/paging';
import {
  type RecordedTotal,
  type RecordingJson,
  type ShownUpload,
  showUpload,
  storedUploadsSchema,
  type updateRecordingInputSchema,
} from '@/lib/contracts/recordings';
import { AppError } from '@/lib/core/errors';
import { maxOf } from '@/lib/core/extremes';
import { db } from '@/lib/platform/db/db';
import { pageByTime } from '@/lib/platform/db/page-by-time';
import { removeRecordings } from '@/lib/platform/storage/recording-store';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { getEvent } from '@/lib/use-cases/events/get-event';
import type { Recording } from '@/prisma/generated/client';

/** One recording of the actor's organization. @throws AppError `not_found` */
export const getRecording = defineUseCase(
  { action: 'recordings.view' },
  async ({ actor }, id: string): Promise<Recording> => {
    const recording = await db().recording.findFirst({ where: { id, organizationId: actor.organizationId } });
    if (!recording) throw recordingNotFound();
    return recording;
  },
);

/** The one error for a recording that does not exist or belongs to another organization. */
export const recordingNotFound = () => new AppError('not_found', 'This recording does not exist.');

/** The recordings of an event, oldest first. @throws AppError `not_found` */
export const listRecordings = defineUseCase(
  { action: 'recordings.view' },
  async ({ actor }, eventId: string, request: PageRequest): Promise<Page<Recording>> => {
    const { organizationId } = await getEvent(actor, eventId);
    const page = pageByTime('startedAt', 'asc', request);
    return page.read({ eventId, organizationId }, (query) => db().recording.findMany(query));
  },
);

/** How much of an event is recorded; times of several cameras count once. @throws AppError `not_found` */
export const getRecordedTotal = defineUseCase(
  { action: 'recordings.view' },
  async ({ actor }, eventId: string): Promise<RecordedTotal> => {
    await getEvent(actor, eventId);
    const [total] = await db().$queryRaw<{ bytes: bigint; ms: number }[]>`
      WITH own AS (
        SELECT size_bytes, tstzrange(started_at, GREATEST(started_at, COALESCE(ended_at, now()))) AS stretch
        FROM recordings WHERE event_id = ${eventId}::uuid AND organization_id = ${actor.organizationId}::uuid
      )
      SELECT COALESCE(sum(size_bytes), 0)::bigint AS bytes, (
        SELECT COALESCE(sum(extract(epoch FROM upper(one) - lower(one))) * 1000, 0)::float8
        FROM (SELECT unnest(range_agg(stretch)) AS one FROM own) AS stretches
      ) AS ms
      FROM own`;
    return { size_bytes: Number(total?.bytes ?? 0), duration_ms: Math.round(total?.ms ?? 0) };
  },
);

/** Brings a recording in step with the other cameras. @throws AppError `not_found` */
export const updateRecording = defineUseCase(
  { action: 'recordings.record', audit: 'recordings.set_offset' },
  async (
    { actor, record },
    id: string,
    { offset_ms: offsetMs }: z.infer<typeof updateRecordingInputSchema>['recording'],
  ): Promise<Recording> => {
    const { organizationId } = actor;
    return db().$transaction(async (tx) => {
      const before = await tx.recording.findFirst({ where: { id, organizationId } });
      if (!before) throw recordingNotFound();
      if (before.offsetMs === offsetMs) return before;
      const { cameraName: name } = before;
      const detail = `to ${offsetMs} ms`;
      await record(tx, { id, name, detail });
      return tx.recording.update({ where: { id }, data: { offsetMs } });
    });
  },
);

/**
 * Deletes a recording, and then its files.
 * @throws AppError `not_found`; `conflict` while it goes on
 */
export const deleteRecording = defineUseCase(
  { action: 'recordings.delete', audit: 'recordings.delete' },
  async ({ actor, record }, id: string): Promise<void> => {
    const { organizationId } = actor;
    await db().$transaction(async (tx) => {
      const recording = await tx.recording.findFirst({ where: { id, organizationId } });
      if (!recording) throw recordingNotFound();
      if (recording.endedAt === null) throw new AppError('conflict', 'Stop the recording first, then delete it.');
      await tx.recording.delete({ where: { id } });
      const { cameraName: name } = recording;
      await record(tx, { id, name });
    });
    await removeRecordings([id]);
  },
);

/** An address from which a browser takes a recording away as one file. @throws AppError `not_found` */
export const makeDownload = defineUseCase(
  { action: 'recordings.export', audit: 'recordings.export' },
  async ({ actor, record }, id: string): Promise<string> => {
    const { cameraName: name } = await getRecording(actor, id);
    await db().$transaction((tx) => record(tx, { id, name }));
    return `/recordings/${id}/download?token=${mintRecordingToken(id, 'download', credentialOf(actor).id)}`;
  },
);

/** A recording as the API shows it. */
export const serializeRecording = (recording: Recording): RecordingJson => ({
  id: recording.id,
  type: 'recording',
  attributes: {
    event_id: recording.eventId,
    stream_id: recording.streamId,
    camera_name: recording.cameraName,
    started_at: recording.startedAt.toISOString(),
    ended_at: recording.endedAt?.toISOString() ?? null,
    size_bytes: Number(recording.sizeBytes),
    offset_ms: recording.offsetMs,
    upload: uploadOf(recording),
  },
});

/** The waiting bytes of all disks together. */
function uploadOf({ uploads }: Recording): ShownUpload | null {
  const waiting = Object.values(storedUploadsSchema.parse(uploads));
  if (waiting.length === 0) return null;
  return showUpload({
    waitingBytes: waiting.reduce((sum, { waitingBytes }) => sum + waitingBytes, 0),
    behindMs: maxOf(waiting.map(({ behindMs }) => behindMs)),
    fault: waiting.find(({ fault }) => fault !== null)?.fault ?? null,
  });
}
