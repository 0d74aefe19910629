import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import type { CreateExportInput } from '@/lib/contracts/exports';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/id';
import { limitReached } from '@/lib/core/limit-reached';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { lockOrganization } from '@/lib/platform/db/lock-organization';
import { requireExportStorage } from '@/lib/platform/storage/export-store';
import { record } from '@/lib/use-cases/audit/record';
import { getEvent } from '@/lib/use-cases/events/get-event';
import type { RecordingExport } from '@/prisma/generated/client';
import { recordingNotFound } from '../get-recording';

/** Exports of an organization that are not done; each takes its time and disk. */
const maxUnfinished = 10;

/**
 * Queues an export of recordings of an event; an exporter makes it.
 * @throws AppError `not_found`, also for a recording of another event; `limit_reached`; `conflict` without storage
 */
export async function createExport(
  actor: Actor,
  eventId: string,
  { format, recording_ids: ids, starts_at: start, ends_at: end }: CreateExportInput['export'],
): Promise<RecordingExport> {
  authorize(actor, 'recordings.export');
  requireExportStorage();
  const { organizationId } = actor;
  const { name: thingName } = await getEvent(actor, eventId);
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
    const startsAt = start ?? new Date(Math.min(...starts) - clockSlackMs);
    const endsAt = end ?? new Date(Math.max(...ends) + clockSlackMs);
    if (startsAt >= endsAt) throw new AppError('conflict', 'The range ends before the recordings begin.');
    const id = newId();
    await record(actor, { action: 'recordings.create_export', thingType: 'event', thingId: eventId, thingName }, tx);
    return tx.recordingExport.create({
      data: { id, organizationId, eventId, format, recordingIds, startsAt, endsAt },
    });
  });
  await openBus().publish({ type: 'export_upsert', organizationId, exportId: made.id });
  return made;
}

/** The tolerance for a camera's clock that differs from the server's: then the whole recording is meant. */
const clockSlackMs = 60 * 60 * 1_000;
