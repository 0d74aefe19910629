import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { db } from '@/lib/platform/db/db';
import type { StreamIncident } from '@/prisma/generated/client';
import { getStream } from './get-stream';

const limit = 50;

/** The latest 50 incidents of a stream, newest first. @throws AppError `not_found` */
export async function listIncidents(actor: Actor, streamId: string): Promise<StreamIncident[]> {
  authorize(actor, 'incidents.read');
  await getStream(actor, streamId);
  return db().streamIncident.findMany({
    where: { streamId, organizationId: actor.organizationId },
    orderBy: [{ occurredAt: 'desc' }, { id: 'desc' }],
    take: limit,
  });
}
