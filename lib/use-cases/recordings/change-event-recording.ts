import { openBus } from '@/lib/platform/bus/open-bus';
import { db, type Transaction } from '@/lib/platform/db/db';
import { eventNotFound } from '@/lib/use-cases/events/get-event';
import type { Event, Prisma, Stream } from '@/prisma/generated/client';

/** One transaction for hundreds of cameras takes longer than the usual limit. */
const timeoutMs = 30_000;

/**
 * Begins or ends the recording of an event's streams together, and announces that.
 * @param change called with the event and its locked streams; returns what to write into those that change, by id
 * @returns the streams that have changed
 * @throws AppError `not_found`
 */
export async function changeEventRecording(
  organizationId: string,
  eventId: string,
  change: (tx: Transaction, event: Event, streams: Stream[]) => Promise<Map<string, Prisma.StreamUpdateInput>>,
): Promise<Stream[]> {
  const changed = await db().$transaction(
    async (tx) => {
      const event = await tx.event.findFirst({ where: { id: eventId, organizationId } });
      if (!event) throw eventNotFound();
      // In one order, so that two of these calls do not wait for each other.
      await tx.$queryRaw`SELECT 1 FROM streams WHERE event_id = ${eventId}::uuid ORDER BY id FOR UPDATE`;
      const streams = await tx.stream.findMany({ where: { eventId }, orderBy: { id: 'asc' } });
      const changed: Stream[] = [];
      for (const [id, data] of await change(tx, event, streams)) {
        changed.push(await tx.stream.update({ where: { id }, data }));
      }
      return changed;
    },
    { timeout: timeoutMs },
  );
  for (const { id: streamId } of changed) await openBus().publish({ type: 'stream_upsert', organizationId, streamId });
  return changed;
}
