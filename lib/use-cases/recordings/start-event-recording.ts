import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { AppError } from '@/lib/core/errors';
import { requireNotPaused } from '@/lib/platform/db/installation';
import { requireRecordingStorage } from '@/lib/platform/storage/recording-store';
import { record } from '@/lib/use-cases/audit/record';
import { requireRecordingInPlan } from '@/lib/use-cases/plans/require-recording-in-plan';
import { beginRecording } from '@/lib/use-cases/streams/state/recording-state';
import { isWanted } from '@/lib/use-cases/streams/state/stream-state';
import type { Prisma, Stream } from '@/prisma/generated/client';
import { changeEventRecording } from './change-event-recording';
import { requireDiskSpace } from './require-disk-space';

/**
 * Records all cameras of an event that are on. Changes nothing of those that are recorded already.
 * @returns the streams whose recording begins
 * @throws AppError `not_found`; `limit_reached`; `conflict` where no camera is on, a disk is full, or this installation does not record, or is paused
 */
export async function startEventRecording(actor: Actor, eventId: string): Promise<Stream[]> {
  authorize(actor, 'recordings.record');
  requireRecordingStorage();
  return changeEventRecording(actor.organizationId, eventId, async (tx, { name: thingName }, streams) => {
    const on = streams.filter(({ status }) => isWanted(status));
    if (on.length === 0) throw new AppError('conflict', 'Switch a camera on first, then record.');
    await requireNotPaused('Recording', tx);
    await requireDiskSpace(tx, on);
    await requireRecordingInPlan(tx, actor.organizationId);
    const changes = new Map<string, Prisma.StreamUpdateInput>();
    for (const stream of on) if (stream.recordingId === null) changes.set(stream.id, await beginRecording(tx, stream));
    if (changes.size > 0) {
      await record(actor, { action: 'recordings.record_all', thingType: 'event', thingId: eventId, thingName }, tx);
    }
    return changes;
  });
}
