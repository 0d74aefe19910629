import type { Actor } from '@/lib/auth/actor';
import { db } from '@/lib/core/db';
import { openBus } from '@/lib/realtime/open-bus';
import type { Stream } from '@/prisma/generated/client';
import { streamNotFound } from './stream-not-found';

/** Renames a stream of the actor's organization. @throws AppError `not_found` */
export async function updateStream({ organizationId }: Actor, id: string, { name }: { name: string }): Promise<Stream> {
  const [stream] = await db().stream.updateManyAndReturn({ where: { id, organizationId }, data: { name } });
  if (!stream) throw streamNotFound();
  await openBus().publish({ type: 'stream_upsert', organizationId, streamId: id });
  return stream;
}
