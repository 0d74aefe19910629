import { db } from '@/lib/platform/db/db';
import type { Stream } from '@/prisma/generated/client';

/**
 * Streams of one organization, oldest first, for callers that have asked the policy.
 * @param ids limits the rows to these; ids of other organizations are left out
 */
export async function readStreams(organizationId: string, ids?: string[]): Promise<Stream[]> {
  return db().stream.findMany({
    where: { organizationId, id: ids && { in: ids } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
}
