import type { Actor } from '@/lib/auth/actor';
import { db } from '@/lib/platform/db/db';
import type { Stream } from '@/prisma/generated/client';
import { streamNotFound } from './stream-not-found';

/** One stream of the actor's organization. @throws AppError `not_found` */
export async function getStream({ organizationId }: Actor, id: string): Promise<Stream> {
  const stream = await db().stream.findFirst({ where: { id, organizationId } });
  if (!stream) throw streamNotFound();
  return stream;
}
