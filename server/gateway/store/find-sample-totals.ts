import { db } from '@/lib/platform/db/db';
import type { StreamMetric } from '@/prisma/generated/client';
import { findLastOff } from './find-last-off';

export type SampleTotals = Pick<StreamMetric, 'reconnectCount' | 'droppedFrames'>;

/**
 * The counters of a stream in its last sample since it was switched on, so that another gateway can continue them.
 * @returns null without a sample
 */
export async function findSampleTotals(streamId: string): Promise<SampleTotals | null> {
  const lastOff = await findLastOff(streamId);
  return db().streamMetric.findFirst({
    where: { streamId, ...(lastOff && { recordedAt: { gt: lastOff } }) },
    orderBy: { recordedAt: 'desc' },
    select: { reconnectCount: true, droppedFrames: true },
  });
}
