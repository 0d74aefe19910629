import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import type { Stream } from '@/prisma/generated/client';

/** One stream of the actor's organization. @throws AppError `not_found` */
export async function getStream(actor: Actor, id: string): Promise<Stream> {
  authorize(actor, 'streams.read');
  const stream = await db().stream.findFirst({ where: { id, organizationId: actor.organizationId } });
  if (!stream) throw streamNotFound();
  return stream;
}

/** The one error for a stream that does not exist or belongs to another organization. */
export const streamNotFound = () => new AppError('not_found', 'This stream does not exist.');
