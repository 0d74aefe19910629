import type { CreateTallySourceInput, UpdateTallySourceInput } from '@/lib/contracts/tally/tally';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/id';
import { limitReached } from '@/lib/core/limit-reached';
import { db, type Transaction } from '@/lib/platform/db/db';
import { isUniqueViolation } from '@/lib/platform/db/is-unique-violation';
import { lockOrganization } from '@/lib/platform/db/lock-organization';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { eventNotFound, getEvent } from '@/lib/use-cases/events/get-event';
import { requireEventStreams } from '@/lib/use-cases/events/require-event-streams';
import type { TallySource } from '@/prisma/generated/client';
import { changeTally } from './change-tally';

/** The tally sources of an event, oldest first. @throws AppError `not_found` */
export const listTallySources = defineUseCase(
  { action: 'tally_sources.read' },
  async ({ actor }, eventId: string): Promise<TallySource[]> => {
    await getEvent(actor, eventId);
    return db().tallySource.findMany({
      where: { eventId, organizationId: actor.organizationId },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
  },
);

/** A tally source of an organization, for use cases that have asked. @throws AppError `not_found` */
export async function getTallySource(organizationId: string, id: string): Promise<TallySource> {
  const source = await db().tallySource.findFirst({ where: { id, organizationId } });
  if (!source) throw tallySourceNotFound();
  return source;
}

const maxSources = 10;

/**
 * Adds a switcher to an event. It has no inputs until it reports some.
 * @throws AppError `not_found`, `conflict` for a name that the event already has, `limit_reached`
 */
export const createTallySource = defineUseCase(
  { action: 'tally_sources.create', audit: 'tally_sources.create' },
  async (
    { actor, record },
    eventId: string,
    { name, match_by: matchBy, delay_ms: delayMs }: CreateTallySourceInput['tally_source'],
  ): Promise<TallySource> => {
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
        await record(tx, { id, name });
        return tx.tallySource.create({ data: { id, organizationId, eventId, name, matchBy, delayMs } });
      })
      .catch((error: unknown) => {
        throw tallySourceError(error);
      });
  },
);

const foreignCamera = 'The mapping names a camera that the event does not have: load the page again.';

/**
 * Renames a tally source of the actor's organization, or changes which camera each of its inputs is, or its delay. A delay
 * counts for cuts from then on.
 * @throws AppError `not_found`, also for a stream that its event does not have; `invalid_input` for the event's program;
 * `conflict` for a name that the event already has
 */
export const updateTallySource = defineUseCase(
  { action: 'tally_sources.update', audit: 'tally_sources.update' },
  async (
    { actor, record },
    id: string,
    { name, match_by: matchBy, mapping, delay_ms: delayMs }: UpdateTallySourceInput['tally_source'],
  ): Promise<TallySource> => {
    const { name: formerName, delayMs: formerDelayMs, eventId } = await getTallySource(actor.organizationId, id);
    return changeTally({ organizationId: actor.organizationId, eventId }, async (tx) => {
      await requireEventStreams(tx, eventId, Object.values(mapping ?? {}), foreignCamera);
      await requireNoProgram(tx, Object.values(mapping ?? {}));
      const data = { name, matchBy, mapping, delayMs };
      const [source] = await tx.tallySource.updateManyAndReturn({ where: { id }, data });
      if (!source) throw tallySourceNotFound();
      const isRenamed = name !== undefined && name !== formerName;
      const isDelayed = delayMs !== undefined && delayMs !== formerDelayMs;
      const details = [...(isRenamed ? [`to ${name}`] : []), ...(isDelayed ? [`picture delay ${delayMs} ms`] : [])];
      await record(tx, { id, name: formerName, detail: details.join(', ') || undefined });
      return source;
    }).catch((error: unknown) => {
      throw tallySourceError(error);
    });
  },
);

/** A program follows the tally: as one of its cameras it would take itself. @throws AppError `invalid_input` */
export async function requireNoProgram(
  tx: Transaction,
  ids: readonly string[],
  field = 'tally_source.mapping',
): Promise<void> {
  const program = await tx.stream.findFirst({ where: { id: { in: [...ids] }, sourceKind: 'program' } });
  if (!program) return;
  const message = `“${program.name}” is the event's program, which follows the tally. Choose a camera.`;
  throw new AppError('invalid_input', message, { details: { [field]: [message] } });
}

/** Deletes a tally source of the actor's organization. @throws AppError `not_found` */
export const deleteTallySource = defineUseCase(
  { action: 'tally_sources.delete', audit: 'tally_sources.delete' },
  async ({ actor, record }, id: string): Promise<void> => {
    const { name, eventId } = await getTallySource(actor.organizationId, id);
    await changeTally({ organizationId: actor.organizationId, eventId }, async (tx) => {
      const { count } = await tx.tallySource.deleteMany({ where: { id } });
      if (count === 0) throw tallySourceNotFound();
      await record(tx, { id, name });
    });
  },
);

/** The one error for a source that does not exist or belongs to another organization. */
export const tallySourceNotFound = () => new AppError('not_found', 'This tally source does not exist.');

/** The error as its user should see it: a name that its event already has is a conflict. */
export function tallySourceError(error: unknown): unknown {
  if (!isUniqueViolation(error)) return error;
  const message = 'This event has a tally source of this name already: choose another name.';
  return new AppError('conflict', message, { cause: error, details: { 'tally_source.name': [message] } });
}
