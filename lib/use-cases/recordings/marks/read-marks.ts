import { db } from '@/lib/platform/db/db';
import type { EventMark } from '@/prisma/generated/client';

/**
 * Marks of one organization, for callers that have asked the policy.
 * @param ids those of other organizations are left out
 */
export async function readMarks(organizationId: string, ids: string[]): Promise<EventMark[]> {
  return db().eventMark.findMany({ where: { organizationId, id: { in: ids } } });
}
