import type { Actor } from '@/lib/auth/actor';
import { db } from '@/lib/core/db';
import { openBus } from '@/lib/realtime/open-bus';
import { eventNotFound } from './event-not-found';
import { lockEvents } from './lock-events';

/**
 * Deletes an event with its streams; whatever runs for them is told to end. If it was the default, the oldest that
 * remains becomes it.
 * @throws AppError `not_found`
 */
export async function deleteEvent({ organizationId }: Actor, id: string): Promise<void> {
  const streams = await db().$transaction(async (tx) => {
    await lockEvents(tx, organizationId);
    // Holds up new streams of this event, so that none is deleted unseen.
    await tx.$queryRaw`SELECT 1 FROM events WHERE id = ${id}::uuid FOR UPDATE`;
    const event = await tx.event.findFirst({
      where: { id, organizationId },
      include: { streams: { select: { id: true } } },
    });
    if (!event) throw eventNotFound();
    await tx.event.delete({ where: { id } });
    if (event.isDefault) {
      const oldest = await tx.event.findFirst({
        where: { organizationId },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      });
      if (oldest) await tx.event.update({ where: { id: oldest.id }, data: { isDefault: true } });
    }
    return event.streams;
  });
  for (const { id: streamId } of streams) {
    await openBus().publish({ type: 'stream_remove', organizationId, streamId });
  }
}
