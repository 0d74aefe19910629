import { db } from '@/lib/platform/db/db';
import type { Event } from '@/prisma/generated/client';

/**
 * Events of one organization, oldest first, for callers that have asked the policy.
 * @param options.ids limits the rows to these; ids of other organizations are left out
 * @param options.limit how many rows at most
 */
export async function readEvents(
  organizationId: string,
  { ids, limit }: { ids?: string[]; limit?: number },
): Promise<Event[]> {
  return db().event.findMany({
    where: { organizationId, id: ids && { in: ids } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: limit,
  });
}
