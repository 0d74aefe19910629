import { announceDeletion } from '@/lib/platform/bus/announce-deletion';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db, type Transaction } from '@/lib/platform/db/db';
import { lockOrganization } from '@/lib/platform/db/lock-organization';
import { removeRecordings } from '@/lib/platform/storage/recording-store';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import type { Event } from '@/prisma/generated/client';
import { eventNotFound } from './get-event';

/**
 * Deletes an event with its streams, and announces it, so that their workers end. Where it was the default, the oldest
 * remaining event becomes the default.
 * @throws AppError `not_found`
 */
export const deleteEvent = defineUseCase(
  { action: 'events.delete', audit: 'events.delete' },
  async ({ actor, record }, id: string): Promise<void> => {
    const { organizationId } = actor;
    const { streams, recordings, newDefault } = await db().$transaction(async (tx) => {
      await lockOrganization(tx, organizationId);
      // Blocks new streams of this event, so that none is deleted without being announced.
      await tx.$queryRaw`SELECT 1 FROM events WHERE id = ${id}::uuid FOR UPDATE`;
      const event = await tx.event.findFirst({
        where: { id, organizationId },
        include: { streams: { select: { id: true } }, recordings: { select: { id: true } } },
      });
      if (!event) throw eventNotFound();
      await tx.event.delete({ where: { id } });
      await record(tx, { id, name: event.name });
      const { streams, recordings } = event;
      return { streams, recordings, newDefault: event.isDefault ? await makeOldestDefault(tx, organizationId) : null };
    });
    await announceDeletion(organizationId, streams, [{ id }]);
    if (newDefault) await openBus().publish({ type: 'event_upsert', organizationId, eventId: newDefault.id });
    await removeRecordings(recordings.map(({ id: recordingId }) => recordingId));
  },
);

async function makeOldestDefault(tx: Transaction, organizationId: string): Promise<Event | null> {
  const oldest = await tx.event.findFirst({
    where: { organizationId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return oldest && tx.event.update({ where: { id: oldest.id }, data: { isDefault: true } });
}
