import type { Actor } from '@/lib/auth/actor';
import { db } from '@/lib/core/db';
import { newId } from '@/lib/core/id';
import type { Event } from '@/prisma/generated/client';
import { lockEvents } from './lock-events';

/** Adds an event to the actor's organization. Its first is the default. */
export function createEvent({ organizationId }: Actor, { name }: { name: string }): Promise<Event> {
  return db().$transaction(async (tx) => {
    await lockEvents(tx, organizationId);
    const isDefault = (await tx.event.findFirst({ where: { organizationId } })) === null;
    return tx.event.create({ data: { id: newId(), organizationId, name, isDefault } });
  });
}
