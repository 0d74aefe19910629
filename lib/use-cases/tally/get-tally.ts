import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import type { TallyJson } from '@/lib/contracts/tally/tally';
import { eventNotFound, getEvent } from '@/lib/use-cases/events/get-event';
import { readTallies } from './read-tallies';

/** The tally of an event of the actor's organization. @throws AppError `not_found` */
export async function getTally(actor: Actor, eventId: string): Promise<TallyJson> {
  authorize(actor, 'tally.read');
  await getEvent(actor, eventId);
  const [tally] = await readTallies(actor.organizationId, { ids: [eventId] });
  if (!tally) throw eventNotFound();
  return tally;
}
