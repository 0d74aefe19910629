import { db } from '@/lib/platform/db/db';
import type { StreamMetric } from '@/prisma/generated/client';
import { findLastOff } from './find-last-off';

export type SampleTotals = Pick<StreamMetric, 'reconnectCount' | 'droppedFrames'>;

/**
 * What the counters of a stream had come to in its last sample since it was switched on, so that they count on when
 * another gateway takes the stream over. @returns null where there is none
 */
export async function findSampleTotals(streamId: string): Promise<SampleTotals | null> {
  const lastOff = await findLastOff(streamId);
  return db().streamMetric.findFirst({
    where: { streamId, ...(lastOff && { recordedAt: { gt: lastOff } }) },
    orderBy: { recordedAt: 'desc' },
    select: { reconnectCount: true, droppedFrames: true },
  });
}
