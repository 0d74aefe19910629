import { credentialOf } from '@/lib/auth/actor';
import { mintRecordingToken } from '@/lib/auth/recording-token';
import type { Page, PageRequest } from '@/lib/contracts/api/paging';
import type { CreateExportInput, ExportDownload } from '@/lib/contracts/exports';
import { clipAround } from '@/lib/core/clip-around';
import { hourMs } from '@/lib/core/durations';
import { AppError } from '@/lib/core/errors';
import { maxOf, minOf } from '@/lib/core/extremes';
import { newId } from '@/lib/core/id';
import { limitReached } from '@/lib/core/limit-reached';
import { commonStretches, lengthMs, type Stretch } from '@/lib/core/stretch';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db, type Transaction } from '@/lib/platform/db/db';
import { lockOrganization } from '@/lib/platform/db/lock-organization';
import { pageByTime } from '@/lib/platform/db/page-by-time';
import { removeExportFiles, requireExportStorage } from '@/lib/platform/storage/export-store';
import { defineSystem } from '@/lib/use-cases/definers/define-open';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { getEvent } from '@/lib/use-cases/events/get-event';
import { requireExportInPlan } from '@/lib/use-cases/plans/plan-limits';
import type { Event, Recording, RecordingExport } from '@/prisma/generated/client';
import { readEditOf } from '../edits';
import { recordingNotFound } from '../recordings';
import { archiveOf, filesOf } from './serialize-export';

/** An export of an organization, and its event, for use cases that have asked. @throws AppError `not_found` */
async function getExport(organizationId: string, id: string): Promise<RecordingExport & { event: Event }> {
  const made = await db().recordingExport.findFirst({ where: { id, organizationId }, include: { event: true } });
  if (!made) throw exportNotFound();
  return made;
}

/** The one error for an export that does not exist, is removed, or belongs to another organization. */
export const exportNotFound = () => new AppError('not_found', 'This export does not exist any more.');

/** The exports of an event, newest first. @throws AppError `not_found` */
export const listExports = defineUseCase(
  { action: 'exports.read' },
  async ({ actor }, eventId: string, request: PageRequest): Promise<Page<RecordingExport>> => {
    const { organizationId } = await getEvent(actor, eventId);
    const page = pageByTime('createdAt', 'desc', request);
    return page.read({ eventId, organizationId }, (query) => db().recordingExport.findMany(query));
  },
);

/**
 * Exports of one organization, oldest first, for callers that have asked the policy.
 * @param options.ids limits the rows to these; ids of other organizations are left out
 * @param options.limit how many rows at most
 */
export const readExports = defineSystem(
  'the cable asks the policy when somebody subscribes',
  async (organizationId: string, { ids, limit }: { ids?: string[]; limit?: number }): Promise<RecordingExport[]> => {
    return db().recordingExport.findMany({
      where: { organizationId, id: ids && { in: ids } },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      take: limit,
    });
  },
);

/** Exports of an organization that are not done; each takes its time and disk. */
const maxUnfinished = 10;

/**
 * Queues an export of recordings of an event; an exporter makes it.
 * @throws AppError `not_found`, also for a recording of another event; `limit_reached`; `conflict` without storage, or for
 * clips of a range without marks
 */
export const createExport = defineUseCase(
  { action: 'recordings.export', audit: 'recordings.create_export' },
  async ({ actor, record }, eventId: string, input: CreateExportInput['export']): Promise<RecordingExport> => {
    requireExportStorage();
    const { format, recording_ids: ids, starts_at: start, ends_at: end, around_marks: aroundMarks = false } = input;
    const { organizationId } = actor;
    const { name } = await getEvent(actor, eventId);
    const recordingIds = [...new Set(ids)];
    const made = await db().$transaction(async (tx) => {
      await lockOrganization(tx, organizationId);
      const unfinished = { organizationId, status: { in: ['waiting', 'running'] } };
      if ((await tx.recordingExport.count({ where: unfinished })) >= maxUnfinished) {
        throw limitReached(`${maxUnfinished} exports are being made: wait for one of them, or cancel it.`);
      }
      const recordings = await tx.recording.findMany({ where: { id: { in: recordingIds }, eventId, organizationId } });
      if (recordings.length < recordingIds.length) throw recordingNotFound();
      const starts = recordings.map(({ startedAt }) => startedAt.getTime());
      const ends = recordings.map(({ endedAt }) => endedAt?.getTime() ?? Date.now());
      const startsAt = start ?? new Date(minOf(starts) - clockSlackMs);
      const endsAt = end ?? new Date(maxOf(ends) + clockSlackMs);
      if (startsAt >= endsAt) throw new AppError('conflict', 'The range ends before the recordings begin.');
      const { handles_ms: handlesMs = 0, frame_rate: frameRate = null, has_proxies: hasProxies = false } = input;
      const clips = aroundMarks
        ? await readClips(tx, eventId, startsAt, endsAt)
        : [{ startMs: +startsAt, endMs: +endsAt }];
      const sizeBytes = guessBytes(recordings, clips, handlesMs);
      await requireExportInPlan(tx, organizationId, sizeBytes);
      const edit = input.edit_id === undefined ? {} : await readEditOf(tx, eventId, input.edit_id);
      await record(tx, { id: eventId, name });
      const of = { id: newId(), organizationId, eventId, format, recordingIds, startsAt, endsAt, sizeBytes };
      return tx.recordingExport.create({ data: { ...of, ...edit, aroundMarks, handlesMs, hasProxies, frameRate } });
    });
    await openBus().publish({ type: 'export_upsert', organizationId, exportId: made.id });
    return made;
  },
);

/** An export makes a file of each clip and camera. */
const maxClips = 500;

/** The clips of the marks in a range. @throws AppError `conflict` where there are none, or too many */
async function readClips(tx: Transaction, eventId: string, startsAt: Date, endsAt: Date): Promise<Stretch[]> {
  const where = { eventId, at: { gte: startsAt, lt: endsAt } };
  const marks = await tx.eventMark.findMany({ where, select: { at: true }, take: maxClips + 1 });
  if (marks.length === 0) {
    throw new AppError('conflict', 'This range has no marks: set one, or choose another range.');
  }
  if (marks.length > maxClips) {
    throw new AppError('conflict', `This range has more than ${maxClips} marks: choose a shorter one.`);
  }
  return marks.map(({ at }) => clipAround(at.getTime()));
}

/** The tolerance for a camera's clock that differs from the server's: then the whole recording is meant. */
const clockSlackMs = hourMs;

/** Guesses the bytes of clips of recordings with their handles, as if each had the same bit rate all the time. */
function guessBytes(recordings: Recording[], clips: Stretch[], handlesMs: number): number {
  const made = clips.map(({ startMs, endMs }) => ({ startMs: startMs - handlesMs, endMs: endMs + handlesMs }));
  const bytes = recordings.map(({ startedAt, endedAt, sizeBytes }) => {
    const recorded = { startMs: startedAt.getTime(), endMs: endedAt?.getTime() ?? Date.now() };
    // Each clip is a file of its own, so what two have in common counts twice.
    const shared = made.flatMap((clip) => commonStretches([clip], [recorded]));
    return Number(sizeBytes) * (lengthMs(shared) / Math.max(1, lengthMs([recorded])));
  });
  return Math.round(bytes.reduce((sum, one) => sum + one, 0));
}

/** Cancels an export, or removes one that is done; its files go with it. @throws AppError `not_found` */
export const deleteExport = defineUseCase(
  { action: 'recordings.export', audit: 'recordings.delete_export' },
  async ({ actor, record }, id: string): Promise<void> => {
    const { organizationId } = actor;
    const { eventId, event } = await getExport(organizationId, id);
    await db().$transaction(async (tx) => {
      const { count } = await tx.recordingExport.deleteMany({ where: { id, organizationId } });
      if (count === 0) throw exportNotFound();
      await record(tx, { id: eventId, name: event.name });
    });
    await openBus().publish({ type: 'export_remove', organizationId, exportId: id });
    await removeExportFiles(id);
  },
);

/** Addresses from which a browser takes the files of an export. @throws AppError `not_found`; `conflict` until it is done */
export const makeExportDownload = defineUseCase(
  { action: 'recordings.export', audit: 'recordings.download_export' },
  async ({ actor, record }, id: string): Promise<ExportDownload> => {
    const made = await getExport(actor.organizationId, id);
    if (made.status !== 'done') throw new AppError('conflict', 'This export is not done yet: wait for it.');
    await db().$transaction((tx) => record(tx, { id: made.eventId, name: made.event.name }));
    const token = mintRecordingToken(id, 'export', credentialOf(actor).id);
    const files = filesOf(made);
    const archive = archiveOf(made);
    return {
      files: files.map(({ name, sizeBytes }, index) => ({
        name,
        size_bytes: sizeBytes,
        url: `/exports/${id}/files/${index}?token=${token}`,
      })),
      archive: archive && {
        name: archive.name,
        size_bytes: archive.sizeBytes,
        url: `/exports/${id}/archive?token=${token}`,
      },
    };
  },
);
