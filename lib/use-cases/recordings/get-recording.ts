import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import type { Recording } from '@/prisma/generated/client';

/** One recording of the actor's organization. @throws AppError `not_found` */
export async function getRecording(actor: Actor, id: string): Promise<Recording> {
  authorize(actor, 'recordings.view');
  const recording = await db().recording.findFirst({ where: { id, organizationId: actor.organizationId } });
  if (!recording) throw recordingNotFound();
  return recording;
}

/** The one error for a recording that does not exist or belongs to another organization. */
export const recordingNotFound = () => new AppError('not_found', 'This recording does not exist.');
