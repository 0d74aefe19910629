import { db } from '@/lib/platform/db/db';
import type { Event } from '@/prisma/generated/client';

/**
 * Events of one organization, oldest first, for callers that have asked the policy.
 * @param ids limits the rows to these; ids of other organizations are left out
 */
export async function readEvents(organizationId: string, ids?: string[]): Promise<Event[]> {
  return db().event.findMany({
    where: { organizationId, id: ids && { in: ids } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
}
