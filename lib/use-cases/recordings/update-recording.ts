import type { z } from 'zod';
import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import type { updateRecordingInputSchema } from '@/lib/contracts/recordings';
import { db } from '@/lib/platform/db/db';
import { record } from '@/lib/use-cases/audit/record';
import type { Recording } from '@/prisma/generated/client';
import { recordingNotFound } from './get-recording';

/** Brings a recording in step with the other cameras. @throws AppError `not_found` */
export async function updateRecording(
  actor: Actor,
  id: string,
  { offset_ms: offsetMs }: z.infer<typeof updateRecordingInputSchema>['recording'],
): Promise<Recording> {
  authorize(actor, 'recordings.record');
  const { organizationId } = actor;
  return db().$transaction(async (tx) => {
    const before = await tx.recording.findFirst({ where: { id, organizationId } });
    if (!before) throw recordingNotFound();
    if (before.offsetMs === offsetMs) return before;
    const { cameraName: thingName } = before;
    const detail = `to ${offsetMs} ms`;
    await record(
      actor,
      { action: 'recordings.set_offset', thingType: 'recording', thingId: id, thingName, detail },
      tx,
    );
    return tx.recording.update({ where: { id }, data: { offsetMs } });
  });
}
