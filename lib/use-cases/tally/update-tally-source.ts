import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import type { UpdateTallySourceInput } from '@/lib/contracts/tally/tally';
import { record } from '@/lib/use-cases/audit/record';
import { requireEventStreams } from '@/lib/use-cases/events/require-event-streams';
import type { TallySource } from '@/prisma/generated/client';
import { changeTally } from './change-tally';
import { getTallySource } from './get-tally-source';
import { tallySourceError, tallySourceNotFound } from './tally-source-error';

const foreignCamera = 'The mapping names a camera that the event does not have: load the page again.';

/**
 * Renames a tally source of the actor's organization, or changes which camera each of its inputs is.
 * @throws AppError `not_found`, also for a stream that its event does not have, `conflict` for a name that the event already has
 */
export async function updateTallySource(
  actor: Actor,
  id: string,
  { name, match_by: matchBy, mapping }: UpdateTallySourceInput['tally_source'],
): Promise<TallySource> {
  authorize(actor, 'tally_sources.update');
  const { name: thingName, eventId } = await getTallySource(actor.organizationId, id);
  return changeTally({ organizationId: actor.organizationId, eventId }, async (tx) => {
    await requireEventStreams(tx, eventId, Object.values(mapping ?? {}), foreignCamera);
    const [source] = await tx.tallySource.updateManyAndReturn({ where: { id }, data: { name, matchBy, mapping } });
    if (!source) throw tallySourceNotFound();
    const detail = name !== undefined && name !== thingName ? `to ${name}` : undefined;
    await record(
      actor,
      { action: 'tally_sources.update', thingType: 'tally_source', thingId: id, thingName, detail },
      tx,
    );
    return source;
  }).catch((error: unknown) => {
    throw tallySourceError(error);
  });
}
