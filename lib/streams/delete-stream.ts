import type { Actor } from '@/lib/auth/actor';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { streamNotFound } from './stream-not-found';

/** Deletes a stream in any state; its gateway is told, and ends its worker. @throws AppError `not_found` */
export async function deleteStream({ organizationId }: Actor, id: string): Promise<void> {
  const { count } = await db().stream.deleteMany({ where: { id, organizationId } });
  if (count === 0) throw streamNotFound();
  await openBus().publish({ type: 'stream_remove', organizationId, streamId: id });
}
