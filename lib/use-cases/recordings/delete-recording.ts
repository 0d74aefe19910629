import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import { removeRecordings } from '@/lib/platform/storage/recording-store';
import { record } from '@/lib/use-cases/audit/record';
import { recordingNotFound } from './get-recording';

/**
 * Deletes a recording, and then its files.
 * @throws AppError `not_found`; `conflict` while it goes on
 */
export async function deleteRecording(actor: Actor, id: string): Promise<void> {
  authorize(actor, 'recordings.delete');
  const { organizationId } = actor;
  await db().$transaction(async (tx) => {
    const recording = await tx.recording.findFirst({ where: { id, organizationId } });
    if (!recording) throw recordingNotFound();
    if (recording.endedAt === null) throw new AppError('conflict', 'Stop the recording first, then delete it.');
    await tx.recording.delete({ where: { id } });
    const { cameraName: thingName } = recording;
    await record(actor, { action: 'recordings.delete', thingType: 'recording', thingId: id, thingName }, tx);
  });
  await removeRecordings([id]);
}
