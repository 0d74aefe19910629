import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { AppError } from '@/lib/core/errors';
import { requireNotPaused } from '@/lib/platform/db/installation';
import { requireRecordingStorage } from '@/lib/platform/storage/recording-store';
import { record } from '@/lib/use-cases/audit/record';
import { requireRecordingInPlan } from '@/lib/use-cases/plans/require-recording-in-plan';
import { beginRecording } from '@/lib/use-cases/streams/state/recording-state';
import { isWanted } from '@/lib/use-cases/streams/state/stream-state';
import type { Stream } from '@/prisma/generated/client';
import { changeRecording } from './change-recording';
import { requireDiskSpace } from './require-disk-space';

/**
 * Records a stream that is on. Changes nothing where it is recorded already.
 * @throws AppError `not_found`; `limit_reached`; `conflict` where it is off, its disk is full, or this installation does not record, or is paused
 */
export async function startRecording(actor: Actor, streamId: string): Promise<Stream> {
  authorize(actor, 'recordings.record');
  requireRecordingStorage();
  return changeRecording(actor.organizationId, streamId, async (tx, stream) => {
    if (stream.recordingId !== null) return null;
    if (!isWanted(stream.status)) throw new AppError('conflict', 'Switch the camera on first, then record it.');
    await requireNotPaused('Recording', tx);
    await requireDiskSpace(tx, [stream]);
    await requireRecordingInPlan(tx, actor.organizationId);
    const { name: thingName } = stream;
    await record(actor, { action: 'recordings.record', thingType: 'stream', thingId: streamId, thingName }, tx);
    return beginRecording(tx, stream);
  });
}
