import { db } from '@/lib/core/db';
import type { StreamMetric } from '@/prisma/generated/client';

export type SampleTotals = Pick<StreamMetric, 'reconnectCount' | 'droppedFrames'>;

/**
 * What the counters of a stream had come to in its last sample since it was switched on, so that they count on when
 * another gateway takes the stream over. @returns null where there is none
 */
export async function findSampleTotals(streamId: string): Promise<SampleTotals | null> {
  const wasOff = { in: ['status_stopping', 'status_stopped', 'status_error'] };
  const lastOff = await db().streamIncident.findFirst({
    where: { streamId, code: wasOff },
    orderBy: { occurredAt: 'desc' },
    select: { occurredAt: true },
  });
  return db().streamMetric.findFirst({
    where: { streamId, recordedAt: { gt: lastOff?.occurredAt } },
    orderBy: { recordedAt: 'desc' },
    select: { reconnectCount: true, droppedFrames: true },
  });
}
