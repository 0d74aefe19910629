import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import { getStream } from './get-stream';

/** The last picture of a stream's camera, as a JPEG. @throws AppError `not_found`, also while none is kept */
export async function getStill(actor: Actor, streamId: string): Promise<{ takenAt: Date; jpeg: Uint8Array }> {
  authorize(actor, 'streams.read');
  const { stillAt: takenAt } = await getStream(actor, streamId);
  const still = takenAt && (await db().streamStill.findUnique({ where: { streamId } }));
  if (!still) throw new AppError('not_found', 'No picture of this camera is kept yet.');
  return { takenAt, jpeg: still.jpeg };
}
