import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { record } from '@/lib/use-cases/audit/record';
import { changeTally } from './change-tally';
import { getTallySource } from './get-tally-source';
import { tallySourceNotFound } from './tally-source-error';

/** Deletes a tally source of the actor's organization. @throws AppError `not_found` */
export async function deleteTallySource(actor: Actor, id: string): Promise<void> {
  authorize(actor, 'tally_sources.delete');
  const { name: thingName, eventId } = await getTallySource(actor.organizationId, id);
  await changeTally({ organizationId: actor.organizationId, eventId }, async (tx) => {
    const { count } = await tx.tallySource.deleteMany({ where: { id } });
    if (count === 0) throw tallySourceNotFound();
    await record(actor, { action: 'tally_sources.delete', thingType: 'tally_source', thingId: id, thingName }, tx);
  });
}
