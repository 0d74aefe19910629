import { db } from '@/lib/platform/db/db';
import type { Event } from '@/prisma/generated/client';

/**
 * Events of one organization, oldest first, for code that has checked its user already.
 * @param ids only these; what is not among the organization's is left out
 */
export async function findEvents(organizationId: string, ids?: string[]): Promise<Event[]> {
  return db().event.findMany({
    where: { organizationId, id: ids && { in: ids } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
}
