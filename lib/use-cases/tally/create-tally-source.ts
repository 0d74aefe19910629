import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import type { CreateTallySourceInput } from '@/lib/contracts/tally/tally';
import { newId } from '@/lib/core/id';
import { limitReached } from '@/lib/core/limit-reached';
import { db } from '@/lib/platform/db/db';
import { lockOrganization } from '@/lib/platform/db/lock-organization';
import { record } from '@/lib/use-cases/audit/record';
import { eventNotFound } from '@/lib/use-cases/events/get-event';
import type { TallySource } from '@/prisma/generated/client';
import { tallySourceError } from './tally-source-error';

const maxSources = 10;

/**
 * Adds a switcher to an event. It has no inputs until it reports some.
 * @throws AppError `not_found`, `conflict` for a name that the event already has, `limit_reached`
 */
export async function createTallySource(
  actor: Actor,
  eventId: string,
  { name, match_by: matchBy }: CreateTallySourceInput['tally_source'],
): Promise<TallySource> {
  authorize(actor, 'tally_sources.create');
  const { organizationId } = actor;
  return db()
    .$transaction(async (tx) => {
      await lockOrganization(tx, organizationId);
      const event = await tx.event.findFirst({ where: { id: eventId, organizationId }, select: { id: true } });
      if (!event) throw eventNotFound();
      if ((await tx.tallySource.count({ where: { eventId } })) >= maxSources) {
        throw limitReached(`This event has ${maxSources} tally sources, as many as it may have: delete one first.`);
      }
      const id = newId();
      await record(
        actor,
        { action: 'tally_sources.create', thingType: 'tally_source', thingId: id, thingName: name },
        tx,
      );
      return tx.tallySource.create({ data: { id, organizationId, eventId, name, matchBy } });
    })
    .catch((error: unknown) => {
      throw tallySourceError(error);
    });
}
