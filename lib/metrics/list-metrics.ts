import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { db } from '@/lib/platform/db/db';
import { getStream } from '@/lib/streams/get-stream';
import type { StreamMetric } from '@/prisma/generated/client';

/**
 * The latest samples of a stream, oldest first.
 * @param options.limit the most to return
 * @throws AppError `not_found`
 */
export async function listMetrics(
  actor: Actor,
  streamId: string,
  { limit }: { limit: number },
): Promise<StreamMetric[]> {
  authorize(actor, 'metrics.read');
  await getStream(actor, streamId);
  const newestFirst = await db().streamMetric.findMany({
    where: { streamId, organizationId: actor.organizationId },
    orderBy: { recordedAt: 'desc' },
    take: limit,
  });
  return newestFirst.reverse();
}
