import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { db } from '@/lib/platform/db/db';
import { getEvent } from '@/lib/use-cases/events/get-event';
import { type CrewPhoneRow, crewPhoneRelations } from './serialize';

/** The phones of an event whose invites are not revoked, oldest first. @throws AppError `not_found` */
export async function listCrew(actor: Actor, eventId: string): Promise<CrewPhoneRow[]> {
  authorize(actor, 'phones.read');
  await getEvent(actor, eventId);
  return db().phone.findMany({
    where: { eventId, organizationId: actor.organizationId, invite: { revokedAt: null } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    include: crewPhoneRelations,
  });
}
