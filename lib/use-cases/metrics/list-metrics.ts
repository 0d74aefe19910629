import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { type Page, type PageRequest, pageOf } from '@/lib/contracts/api/paging';
import { db } from '@/lib/platform/db/db';
import { getStream } from '@/lib/use-cases/streams/get-stream';
import type { StreamMetric } from '@/prisma/generated/client';

/**
 * A page of the samples of a stream, oldest first: the latest ones, and before the cursor the next older ones.
 * @throws AppError `not_found`
 */
export async function listMetrics(
  actor: Actor,
  streamId: string,
  { limit, cursor }: PageRequest,
): Promise<Page<StreamMetric>> {
  authorize(actor, 'metrics.read');
  await getStream(actor, streamId);
  const newestFirst = await db().streamMetric.findMany({
    where: { streamId, organizationId: actor.organizationId, recordedAt: cursor && { lt: cursor.at } },
    orderBy: { recordedAt: 'desc' },
    take: limit + 1,
  });
  const { rows, next } = pageOf(newestFirst, limit, ({ recordedAt: at }) => ({ at, id: streamId }));
  return { rows: rows.reverse(), next };
}
