import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { type Page, type PageRequest, pageOf } from '@/lib/contracts/api/paging';
import { db } from '@/lib/platform/db/db';
import { getEvent } from '@/lib/use-cases/events/get-event';
import type { RecordingExport } from '@/prisma/generated/client';

/** The exports of an event, newest first. @throws AppError `not_found` */
export async function listExports(
  actor: Actor,
  eventId: string,
  { limit, cursor }: PageRequest,
): Promise<Page<RecordingExport>> {
  authorize(actor, 'exports.read');
  await getEvent(actor, eventId);
  const rows = await db().recordingExport.findMany({
    where: {
      eventId,
      organizationId: actor.organizationId,
      ...(cursor && { OR: [{ createdAt: { lt: cursor.at } }, { createdAt: cursor.at, id: { lt: cursor.id } }] }),
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  });
  return pageOf(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
}
