import type { Transaction } from '@/lib/platform/db/db';
import { type Event, Prisma } from '@/prisma/generated/client';
import { eventNotFound } from './get-event';

/**
 * Locks an event of an organization until the transaction ends, and reads it: its changes come one at a time.
 * @param options.mayGrow whether others may add cameras, and all else that refers to the event, meanwhile
 * @throws AppError `not_found`
 */
export async function lockEvent(
  tx: Transaction,
  organizationId: string,
  id: string,
  { mayGrow }: { mayGrow: boolean },
): Promise<Event> {
  const strength = mayGrow ? Prisma.sql`NO KEY UPDATE` : Prisma.sql`UPDATE`;
  await tx.$queryRaw`
    SELECT 1 FROM events WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid FOR ${strength}`;
  const event = await tx.event.findFirst({ where: { id, organizationId } });
  if (!event) throw eventNotFound();
  return event;
}
