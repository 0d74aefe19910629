import { newId } from '@/lib/core/id';
import { combineTally, isCutAway, type TallyState, tallyChanges, withStandIn } from '@/lib/core/tally';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db, type Transaction } from '@/lib/platform/db/db';
import { defineSystem } from '@/lib/use-cases/definers/define-open';
import { readDesks } from './read-desks';
import { type ReportRow, readReport } from './serialize';
import { endStandIn, findStandIn } from './stand-ins';

/**
 * Changes an event's tally sources, for use cases that have asked the policy. Notifies the bus, and within the
 * transaction webhooks and the history. Changes of one event wait for each other.
 * @param of.delayMs of the switcher whose pictures are cut; 0 for what is cut here
 * @param change also gets the cameras' states by all switchers before it
 */
export async function changeTally<Result>(
  { organizationId, eventId, delayMs = 0 }: { organizationId: string; eventId: string; delayMs?: number },
  change: (tx: Transaction, states: ReadonlyMap<string, TallyState>) => Promise<Result>,
): Promise<Result> {
  const { result, hasChanged } = await db().$transaction(async (tx) => {
    // Sources may be added, and Sightline may take the program, while another change waits for them.
    await tx.$queryRaw`SELECT 1 FROM events WHERE id = ${eventId}::uuid FOR NO KEY UPDATE`;
    const before = await tx.$queryRaw<ReportRow[]>`
      SELECT is_live AS "isLive", problem, match_by AS "matchBy", mapping, inputs
      FROM tally_sources WHERE event_id = ${eventId}::uuid AND organization_id = ${organizationId}::uuid
      ORDER BY id FOR UPDATE`;
    const deskOf = async () => (await readDesks(tx, organizationId, [eventId])).get(eventId);
    const deskBefore = await deskOf();
    const statesBefore = combineTally(before.map(readReport), deskBefore);
    const standInBefore = await findStandIn(tx, eventId);
    const result = await change(tx, statesBefore);
    const after = await tx.tallySource.findMany({ where: { eventId, organizationId } });
    const desk = await deskOf();
    const statesAfter = combineTally(after.map(readReport), desk);
    let standIn = await findStandIn(tx, eventId);
    if (standIn && isCutAway(statesAfter, standIn)) {
      await endStandIn(tx, standIn.id);
      standIn = null;
    }
    const states = withStandIn(statesAfter, standIn);
    const changes = tallyChanges(withStandIn(statesBefore, standInBefore), states);
    if (changes.length > 0) {
      // Writes the webhooks' outbox in the same way as triggers do (docs/decisions/0046).
      await tx.$executeRaw`
        SELECT webhook_enqueue(streams.organization_id, streams.id, 'stream.tally_changed', jsonb_build_object(
          'stream', webhook_stream(streams), 'tally', change.tally, 'previous_tally', change."previousTally"))
        FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS change("cameraId" uuid, tally text, "previousTally" text)
        JOIN streams ON streams.id = change."cameraId" AND streams.organization_id = ${organizationId}::uuid`;
      const inState = (wanted: TallyState) => [...states].flatMap(([id, state]) => (state === wanted ? id : []));
      // The history has what the program shows.
      const [programIds, previewIds] = [standIn ? [standIn.spareId] : inState('program'), inState('preview')];
      // Readers take the latest change: one of a clock that was set back since comes before this one.
      await tx.$executeRaw`
        UPDATE tally_changes SET occurred_at = clock_timestamp() - ${delayMs + 1} * interval '1 millisecond'
        WHERE event_id = ${eventId}::uuid AND occurred_at > clock_timestamp() + interval '1 second'`;
      // Postgres's clock: the order of cuts is that of the lock, whichever process asks and however late its pictures are.
      await tx.$executeRaw`
        INSERT INTO tally_changes (id, organization_id, event_id, occurred_at, program_ids, preview_ids)
        VALUES (${newId()}::uuid, ${organizationId}::uuid, ${eventId}::uuid,
          greatest(clock_timestamp() - ${delayMs} * interval '1 millisecond', (
            SELECT max(occurred_at) + interval '1 millisecond' FROM tally_changes WHERE event_id = ${eventId}::uuid)),
          ${programIds}::uuid[], ${previewIds}::uuid[])`;
    }
    const hasChanged = changes.length > 0 || (desk === undefined) !== (deskBefore === undefined);
    return { result, hasChanged };
  });
  if (hasChanged) await openBus().publish({ type: 'tally_upsert', organizationId, eventId });
  return result;
}

/** Makes the sources silent whose last report counts no longer. Any number of processes may do it at the same time. */
export const expireTally = defineSystem('the web program, by the second', async (): Promise<void> => {
  const events = await db().$queryRaw<{ organizationId: string; eventId: string }[]>`
    SELECT DISTINCT organization_id AS "organizationId", event_id AS "eventId"
    FROM tally_sources WHERE is_live AND valid_until < now()`;
  for (const event of events) {
    await changeTally(
      event,
      (tx) => tx.$executeRaw`
        UPDATE tally_sources SET is_live = false
        WHERE event_id = ${event.eventId}::uuid AND is_live AND valid_until < now()`,
    );
  }
});
