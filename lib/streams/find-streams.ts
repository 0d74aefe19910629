import { db } from '@/lib/platform/db/db';
import type { Stream } from '@/prisma/generated/client';

/**
 * Streams of one organization, oldest first, for code that has checked its user already.
 * @param ids only these; what is not among the organization's is left out
 */
export async function findStreams(organizationId: string, ids?: string[]): Promise<Stream[]> {
  return db().stream.findMany({
    where: { organizationId, id: ids && { in: ids } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
}
