import { db } from '@/lib/platform/db/db';
import type { RecordingExport } from '@/prisma/generated/client';

/**
 * Exports of one organization, oldest first, for callers that have asked the policy.
 * @param options.ids limits the rows to these; ids of other organizations are left out
 * @param options.limit how many rows at most
 */
export async function readExports(
  organizationId: string,
  { ids, limit }: { ids?: string[]; limit?: number },
): Promise<RecordingExport[]> {
  return db().recordingExport.findMany({
    where: { organizationId, id: ids && { in: ids } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: limit,
  });
}
