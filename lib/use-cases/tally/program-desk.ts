import type { CutProgramInput, ProgramJson } from '@/lib/contracts/tally/program';
import { AppError } from '@/lib/core/errors';
import { type CutState, combineTally, cutTo } from '@/lib/core/tally';
import { db, type Transaction } from '@/lib/platform/db/db';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { eventNotFound, getEvent } from '@/lib/use-cases/events/get-event';
import { requireEventStreams } from '@/lib/use-cases/events/require-event-streams';
import { changeTally } from './change-tally';
import { readReport } from './serialize';
import { findStandIn } from './stand-ins';
import { requireNoProgram } from './tally-sources';

/** The program of an event of the actor's organization. @throws AppError `not_found` */
export const getProgram = defineUseCase(
  { action: 'program.cut' },
  async ({ actor }, eventId: string): Promise<ProgramJson> => {
    await getEvent(actor, eventId);
    return readProgram(db(), eventId);
  },
);

const foreignCamera = 'The event does not have this camera any more.';

/**
 * Cuts the program of an event of the actor's organization, and makes Sightline its only switcher. Cuts at the same
 * time wait for each other.
 * @throws AppError `not_found`; `invalid_input` for the event's program; `conflict` while a switcher has the program and
 * the actor does not take it over
 */
export const cutProgram = defineUseCase(
  { action: 'program.cut', audit: 'program.take' },
  async ({ actor, record }, eventId: string, cut: CutProgramInput['program']): Promise<ProgramJson> => {
    const { organizationId } = actor;
    const ids = [cut.on_air, cut.next].filter((id) => typeof id === 'string');
    return changeTally({ organizationId, eventId }, async (tx) => {
      const event = await tx.event.findFirst({ where: { id: eventId, organizationId }, select: { name: true } });
      if (!event) throw eventNotFound();
      await requireEventStreams(tx, eventId, ids, foreignCamera);
      await requireNoProgram(tx, ids, cut.on_air === undefined ? 'program.next' : 'program.on_air');
      const desk = await tx.programDesk.findUnique({ where: { eventId } });
      const before = (await readProgram(tx, eventId)).attributes;
      const { held_by, switchers, on_air, next, rule } = before;
      if (held_by === 'switcher') {
        if (!cut.takes_over) throw heldBySwitcher(switchers);
        await record(tx, { id: eventId, name: event.name });
      }
      const state = cutTo(desk ?? { programId: on_air, previewId: next }, cut.on_air, cut.next);
      await tx.programDesk.upsert({
        where: { eventId },
        create: { eventId, organizationId, programId: state.programId, previewId: state.previewId },
        update: state,
      });
      const stand_in = before.stand_in?.lost_id === state.programId ? before.stand_in : null;
      const held = { held_by: 'sightline' as const, switchers, rule, stand_in };
      const attributes = { ...held, on_air: state.programId, next: state.previewId };
      return { id: eventId, type: 'program', attributes };
    });
  },
);

/** Ends cutting in Sightline: the event's switchers count again. @throws AppError `not_found` */
export const releaseProgram = defineUseCase(
  { action: 'program.cut', audit: 'program.release' },
  async ({ actor, record }, eventId: string): Promise<void> => {
    const { name } = await getEvent(actor, eventId);
    const { organizationId } = actor;
    await changeTally({ organizationId, eventId }, async (tx) => {
      const { count } = await tx.programDesk.deleteMany({ where: { eventId, organizationId } });
      if (count > 0) await record(tx, { id: eventId, name });
    });
  },
);

function heldBySwitcher(switchers: ProgramJson['attributes']['switchers']): AppError {
  const names = switchers.filter(({ is_live }) => is_live).map(({ name }) => `“${name}”`);
  const message = `${names.join(' and ')} ${names.length === 1 ? 'has' : 'have'} the program. Take it over to cut here.`;
  return new AppError('conflict', message);
}

/** For use cases that have asked the policy. */
export async function readProgram(tx: Transaction, eventId: string): Promise<ProgramJson> {
  const [desk, rule, standIn, sources] = [
    await tx.programDesk.findUnique({ where: { eventId } }),
    await tx.programRule.findUnique({ where: { eventId } }),
    await findStandIn(tx, eventId),
    await tx.tallySource.findMany({ where: { eventId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] }),
  ];
  const mapped = sources.flatMap((source) => {
    const report = readReport(source);
    return Object.keys(report.mapping).length > 0 ? [{ name: source.name, report }] : [];
  });
  const isHeard = mapped.some(({ report }) => report.isLive);
  const states = [...combineTally(mapped.map(({ report }) => report))];
  const next = states.find(([, state]) => state === 'preview')?.[0] ?? null;
  const cut: CutState = desk ?? { programId: await lastOnAir(tx, eventId, mapped.length > 0), previewId: next };
  return {
    id: eventId,
    type: 'program',
    attributes: {
      held_by: desk ? 'sightline' : isHeard ? 'switcher' : null,
      switchers: mapped.map(({ name, report }) => ({ name, is_live: report.isLive })),
      on_air: cut.programId,
      next: cut.previewId,
      rule: rule && {
        spare_id: rule.spareId,
        after_seconds: rule.afterSeconds,
        bad_picture_after_seconds: rule.badPictureAfterSeconds,
        back_after_seconds: rule.backAfterSeconds,
      },
      stand_in: standIn && {
        lost_id: standIn.lostId,
        spare_id: standIn.spareId,
        since: standIn.beganAt.toISOString(),
      },
    },
  };
}

/** The camera that the program shows while nobody cuts in Sightline; null where nobody has cut, or has stopped. */
async function lastOnAir(tx: Transaction, eventId: string, hasSwitchers: boolean): Promise<string | null> {
  if (!hasSwitchers) return null;
  const last = await tx.tallyChange.findFirst({
    where: { eventId, programIds: { isEmpty: false } },
    orderBy: [{ occurredAt: 'desc' }, { id: 'desc' }],
  });
  const [id] = last?.programIds ?? [];
  return id && (await tx.stream.findFirst({ where: { id, eventId }, select: { id: true } })) ? id : null;
}
