import { db } from '@/lib/platform/db/db';

const offCodes = ['status_stopping', 'status_stopped', 'status_error'];

/** When a stream was last off, by its history. Null: not since it was first switched on. */
export async function findLastOff(streamId: string): Promise<Date | null> {
  const incident = await db().streamIncident.findFirst({
    where: { streamId, code: { in: offCodes } },
    orderBy: { occurredAt: 'desc' },
    select: { occurredAt: true },
  });
  return incident?.occurredAt ?? null;
}
