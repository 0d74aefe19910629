import { db } from '@/lib/platform/db/db';
import type { StreamMetric } from '@/prisma/generated/client';

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

const offCodes = ['status_stopping', 'status_stopped', 'status_error'];

/** When a stream was last off, by its history. Null: not since it was first switched on. */
async function findLastOff(streamId: string): Promise<Date | null> {
  const incident = await db().streamIncident.findFirst({
    where: { streamId, code: { in: offCodes } },
    orderBy: { occurredAt: 'desc' },
    select: { occurredAt: true },
  });
  return incident?.occurredAt ?? null;
}
