import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { getEvent } from '@/lib/use-cases/events/get-event';
import { readPhones } from './read-phones';
import type { CrewPhoneRow } from './serialize';

/** The phones of an event whose invites are not revoked, oldest first. @throws AppError `not_found` */
export async function listCrew(actor: Actor, eventId: string): Promise<CrewPhoneRow[]> {
  authorize(actor, 'phones.read');
  await getEvent(actor, eventId);
  return readPhones(actor.organizationId, { eventId });
}
