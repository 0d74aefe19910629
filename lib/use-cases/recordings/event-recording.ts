import { AppError } from '@/lib/core/errors';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db, type Transaction } from '@/lib/platform/db/db';
import { requireNotPaused } from '@/lib/platform/db/installation';
import { requireRecordingStorage } from '@/lib/platform/storage/recording-store';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { eventNotFound } from '@/lib/use-cases/events/get-event';
import { requireRecordingInPlan } from '@/lib/use-cases/plans/plan-limits';
import { beginRecording, endRecording, notRecording } from '@/lib/use-cases/streams/state/recording-state';
import { isWanted } from '@/lib/use-cases/streams/state/stream-state';
import type { Event, Prisma, Stream } from '@/prisma/generated/client';
import { requireDiskSpace } from './camera-recording';

/**
 * Records all cameras of an event that are on. Changes nothing of those that are recorded already.
 * @returns the streams whose recording begins
 * @throws AppError `not_found`; `limit_reached`; `conflict` where no camera is on, a disk is full, or this installation does not record, or is paused
 */
export const startEventRecording = defineUseCase(
  { action: 'recordings.record', audit: 'recordings.record_all' },
  async ({ actor, record }, eventId: string): Promise<Stream[]> => {
    requireRecordingStorage();
    return changeEventRecording(actor.organizationId, eventId, async (tx, { name }, streams) => {
      const on = streams.filter(({ status }) => isWanted(status));
      if (on.length === 0) throw new AppError('conflict', 'Switch a camera on first, then record.');
      await requireNotPaused('Recording', tx);
      await requireDiskSpace(tx, on);
      await requireRecordingInPlan(tx, actor.organizationId);
      const changes = new Map<string, Prisma.StreamUpdateInput>();
      for (const stream of on)
        if (stream.recordingId === null) changes.set(stream.id, await beginRecording(tx, stream));
      if (changes.size > 0) {
        await record(tx, { id: eventId, name });
      }
      return changes;
    });
  },
);

/** Ends the recording of all cameras of an event. @returns the streams that were recorded. @throws AppError `not_found` */
export const stopEventRecording = defineUseCase(
  { action: 'recordings.record', audit: 'recordings.stop_all' },
  async ({ actor, record }, eventId: string): Promise<Stream[]> => {
    return changeEventRecording(actor.organizationId, eventId, async (tx, { name }, streams) => {
      const changes = new Map<string, Prisma.StreamUpdateInput>();
      for (const stream of streams) {
        if (stream.recordingId === null) continue;
        await endRecording(tx, stream);
        changes.set(stream.id, notRecording);
      }
      if (changes.size > 0) {
        await record(tx, { id: eventId, name });
      }
      return changes;
    });
  },
);

/** One transaction for hundreds of cameras takes longer than the usual limit. */
const timeoutMs = 30_000;

/**
 * Begins or ends the recording of an event's streams together, and announces that.
 * @param change called with the event and its locked streams; returns what to write into those that change, by id
 * @returns the streams that have changed
 * @throws AppError `not_found`
 */
async function changeEventRecording(
  organizationId: string,
  eventId: string,
  change: (tx: Transaction, event: Event, streams: Stream[]) => Promise<Map<string, Prisma.StreamUpdateInput>>,
): Promise<Stream[]> {
  const changed = await db().$transaction(
    async (tx) => {
      const event = await tx.event.findFirst({ where: { id: eventId, organizationId } });
      if (!event) throw eventNotFound();
      // In one order, so that two of these calls do not wait for each other.
      await tx.$queryRaw`SELECT 1 FROM streams WHERE event_id = ${eventId}::uuid ORDER BY id FOR UPDATE`;
      const streams = await tx.stream.findMany({ where: { eventId }, orderBy: { id: 'asc' } });
      const changed: Stream[] = [];
      for (const [id, data] of await change(tx, event, streams)) {
        changed.push(await tx.stream.update({ where: { id }, data }));
      }
      return changed;
    },
    { timeout: timeoutMs },
  );
  for (const { id: streamId } of changed) await openBus().publish({ type: 'stream_upsert', organizationId, streamId });
  return changed;
}
