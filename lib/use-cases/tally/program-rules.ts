import { badPictures, isBadPicture } from '@/lib/contracts/alarms/alarm-kinds';
import { storedProblemsSchema } from '@/lib/contracts/catalogue/found-problem';
import type { ProgramJson, ProgramRuleInput } from '@/lib/contracts/tally/program';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { defineSystem } from '@/lib/use-cases/definers/define-open';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { eventNotFound, getEvent } from '@/lib/use-cases/events/get-event';
import { requireEventStreams } from '@/lib/use-cases/events/require-event-streams';
import { Prisma } from '@/prisma/generated/client';
import { changeTally } from './change-tally';
import { readProgram } from './program-desk';
import { endStandIn, findStandIn } from './stand-ins';
import { requireNoProgram } from './tally-sources';

/**
 * Says which camera takes the place of one on air that is lost, in an event of the actor's organization.
 * @throws AppError `not_found`; `invalid_input` for the event's program
 */
export const setProgramRule = defineUseCase(
  { action: 'program.cut', audit: 'program.set_rule' },
  async ({ actor, record }, eventId: string, rule: ProgramRuleInput['rule']): Promise<ProgramJson> => {
    const { organizationId } = actor;
    const { spare_id: spareId } = rule;
    return db().$transaction(async (tx) => {
      const event = await tx.event.findFirst({ where: { id: eventId, organizationId }, select: { name: true } });
      if (!event) throw eventNotFound();
      await requireEventStreams(tx, eventId, [spareId], 'The event does not have this camera any more.');
      await requireNoProgram(tx, [spareId], 'rule.spare_id');
      const values = {
        spareId,
        afterSeconds: rule.after_seconds,
        badPictureAfterSeconds: rule.bad_picture_after_seconds,
        backAfterSeconds: rule.back_after_seconds,
      };
      await tx.programRule.upsert({
        where: { eventId },
        create: { eventId, organizationId, ...values },
        update: values,
      });
      await record(tx, { id: eventId, name: event.name });
      return readProgram(tx, eventId);
    });
  },
);

/** Removes the rule of an event of the actor's organization; a camera that has taken a place leaves it. @throws AppError `not_found` */
export const removeProgramRule = defineUseCase(
  { action: 'program.cut', audit: 'program.remove_rule' },
  async ({ actor, record }, eventId: string): Promise<void> => {
    const { name } = await getEvent(actor, eventId);
    const { organizationId } = actor;
    await changeTally({ organizationId, eventId }, async (tx) => {
      const { count } = await tx.programRule.deleteMany({ where: { eventId, organizationId } });
      if (count > 0) await record(tx, { id: eventId, name });
      const standIn = await findStandIn(tx, eventId);
      if (standIn) await endStandIn(tx, standIn.id);
    });
  },
);

/**
 * Brings back the camera whose place another one has taken; nothing happens where none has.
 * @throws AppError `not_found`; `conflict` while it has no picture, or no switcher has it on air
 */
export const bringBack = defineUseCase({ action: 'program.cut' }, async ({ actor }, eventId: string): Promise<void> => {
  await getEvent(actor, eventId);
  await changeTally({ organizationId: actor.organizationId, eventId }, async (tx, states) => {
    const standIn = await findStandIn(tx, eventId);
    if (!standIn) return;
    const lost = await tx.stream.findUniqueOrThrow({
      where: { id: standIn.lostId },
      select: { name: true, signal: true, findings: true },
    });
    if (lost.signal !== 'live') throw new AppError('conflict', `“${lost.name}” has no picture yet.`);
    const rule = await tx.programRule.findUnique({ where: { eventId } });
    if (rule?.badPictureAfterSeconds != null && storedProblemsSchema.parse(lost.findings).some(isBadPicture)) {
      throw new AppError('conflict', `“${lost.name}” is still black or frozen.`);
    }
    if (states.get(standIn.lostId) !== 'program') {
      throw new AppError('conflict', `No switcher has “${lost.name}” on air now. Cut to it.`);
    }
    await endStandIn(tx, standIn.id);
  });
});

interface Due {
  organizationId: string;
  eventId: string;
  lostId: string;
  spareId: string;
}

/**
 * Since when a camera's picture is black or frozen; null where it is neither. The diagnosis finds it, so an alarm that is
 * off or muted finds nothing. It tells of it only after the alarm's delay.
 */
const badSince = Prisma.sql`(
  SELECT min((finding->>'since')::timestamptz
    - coalesce((streams.alarms->bad.kind->>'delay_seconds')::integer, bad.delay_seconds) * interval '1 second')
  FROM jsonb_array_elements(streams.findings) AS finding
  JOIN (VALUES ${Prisma.join(
    badPictures.map(
      ({ kind, finding, delay }) => Prisma.sql`(${kind}::text, ${finding}::text, ${delay.default}::integer)`,
    ),
  )}) AS bad (kind, code, delay_seconds) ON bad.code = finding->>'code')`;

/** A camera with a picture, which is neither black nor frozen where the rule counts that. */
const isWell = Prisma.sql`status = 'active' AND signal = 'live'
  AND (rule.bad_picture_after_seconds IS NULL OR ${badSince} IS NULL)`;

/**
 * Puts spares in the place of cameras on air that are lost, and brings back those that are well again. Any number of processes
 * may do it at the same time.
 * @returns whether any event has a rule
 */
export const followProgramRules = defineSystem('the web program, by the second', async (): Promise<boolean> => {
  // Few events have one, and no spare has a place without a rule.
  if (!(await db().programRule.findFirst({ select: { eventId: true } }))) return false;
  await db().$executeRaw`
    UPDATE program_stand_ins SET healthy_since = CASE WHEN healthy_since IS NULL THEN now() END
    FROM streams, program_rules AS rule
    WHERE ended_at IS NULL AND streams.id = lost_id AND rule.event_id = program_stand_ins.event_id
      AND (healthy_since IS NULL) = (${isWell})`;
  const lost = await db().$queryRaw<Due[]>`
    SELECT rule.organization_id AS "organizationId", rule.event_id AS "eventId", program_ids[1] AS "lostId",
      rule.spare_id AS "spareId"
    FROM program_rules AS rule
    CROSS JOIN LATERAL (
      SELECT program_ids, occurred_at FROM tally_changes
      WHERE event_id = rule.event_id AND program_ids <> '{}' ORDER BY occurred_at DESC, id DESC LIMIT 1
    ) AS cut
    CROSS JOIN LATERAL (
      SELECT now() - after_seconds * interval '1 second' AS lost,
        now() - bad_picture_after_seconds * interval '1 second' AS bad
    ) AS limits
    WHERE rule.spare_id <> ALL(program_ids)
      AND EXISTS (SELECT 1 FROM streams WHERE streams.id = rule.spare_id AND ${isWell})
      AND EXISTS (SELECT 1 FROM streams WHERE streams.id = program_ids[1])
      AND NOT EXISTS (
        SELECT 1 FROM streams WHERE streams.id = ANY(program_ids) AND source_kind <> 'program' AND NOT (
          greatest(occurred_at,
            coalesce(lost_at, CASE WHEN status IN ('stopped', 'error') THEN stopped_at END, 'infinity')) <= limits.lost
          OR coalesce(greatest(occurred_at, coalesce(${badSince}, 'infinity')) <= limits.bad, false)))
      AND NOT EXISTS (
        SELECT 1 FROM program_stand_ins AS other WHERE other.event_id = rule.event_id AND ended_at IS NULL)`;
  for (const { organizationId, eventId, lostId, spareId } of lost) {
    await changeTally({ organizationId, eventId }, async (tx) => {
      if (await findStandIn(tx, eventId)) return;
      await tx.$executeRaw`
        INSERT INTO program_stand_ins (id, organization_id, event_id, lost_id, spare_id, began_at)
        VALUES (${newId()}::uuid, ${organizationId}::uuid, ${eventId}::uuid, ${lostId}::uuid, ${spareId}::uuid, clock_timestamp())`;
    });
  }
  // A picture that stands again is known only after a while. Well for less time, the camera would come and go.
  const well = await db().$queryRaw<(Omit<Due, 'spareId'> & { id: string })[]>`
    SELECT stand_in.id, stand_in.organization_id AS "organizationId", stand_in.event_id AS "eventId", lost_id AS "lostId"
    FROM program_stand_ins AS stand_in JOIN program_rules AS rule ON rule.event_id = stand_in.event_id
    JOIN streams ON streams.id = lost_id
    WHERE ended_at IS NULL AND back_after_seconds IS NOT NULL AND ${isWell}
      AND healthy_since <= now() - greatest(back_after_seconds, bad_picture_after_seconds) * interval '1 second'`;
  for (const { id, organizationId, eventId, lostId } of well) {
    await changeTally({ organizationId, eventId }, async (tx, states) => {
      // Where no switcher has it on air now, the last camera stays.
      if (states.get(lostId) === 'program') await endStandIn(tx, id);
    });
  }
  return true;
});
