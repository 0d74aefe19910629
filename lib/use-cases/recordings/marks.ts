import type { Page, PageRequest } from '@/lib/contracts/api/paging';
import type { CreateMarkInput, MarkJson, UpdateMarkInput } from '@/lib/contracts/marks';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/id';
import { limitReached } from '@/lib/core/limit-reached';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db, type Transaction } from '@/lib/platform/db/db';
import { pageByTime } from '@/lib/platform/db/page-by-time';
import { defineSystem } from '@/lib/use-cases/definers/define-open';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { eventNotFound, getEvent } from '@/lib/use-cases/events/get-event';
import type { EventMark } from '@/prisma/generated/client';

/** An event may have a few more when several are set at the same time: nothing waits for a count. */
const maxMarks = 2_000;

/** Marks a moment of an event, this one by default. @throws AppError `not_found`, `limit_reached` */
export const createMark = defineUseCase(
  { action: 'marks.create', audit: 'marks.create' },
  async ({ actor, record }, eventId: string, { name = '', at }: CreateMarkInput): Promise<EventMark> => {
    const { organizationId } = actor;
    const data = { id: newId(), organizationId, eventId, name, at: at === undefined ? new Date() : new Date(at) };
    const mark = await db().$transaction(async (tx) => {
      const event = await tx.event.findFirst({ where: { id: eventId, organizationId }, select: { name: true } });
      if (!event) throw eventNotFound();
      if ((await tx.eventMark.count({ where: { eventId } })) >= maxMarks) {
        throw limitReached(`This event has ${maxMarks} marks, as many as it may have: delete some to add another.`);
      }
      const detail = name || undefined;
      await record(tx, { id: eventId, name: event.name, detail });
      return tx.eventMark.create({ data });
    });
    await openBus().publish({ type: 'mark_upsert', organizationId, markId: mark.id });
    return mark;
  },
);

/** Names a mark of the actor's organization, or moves it in time. @throws AppError `not_found` */
export const updateMark = defineUseCase(
  { action: 'marks.update', audit: 'marks.update' },
  async ({ actor, record }, id: string, { name, at }: UpdateMarkInput): Promise<EventMark> => {
    const data = { name, at: at === undefined ? undefined : new Date(at) };
    return changeMark(actor.organizationId, id, async (tx, line) => {
      await record(tx, line);
      return tx.eventMark.update({ where: { id }, data });
    });
  },
);

/** Deletes a mark of the actor's organization. @throws AppError `not_found` */
export const deleteMark = defineUseCase(
  { action: 'marks.delete', audit: 'marks.delete' },
  async ({ actor, record }, id: string): Promise<void> => {
    await changeMark(actor.organizationId, id, async (tx, line) => {
      await record(tx, line);
      await tx.eventMark.delete({ where: { id } });
      return null;
    });
  },
);

/** A line of the audit trail, for a change to a mark. */
type MarkLine = { id: string; name: string; detail: string | undefined };

/**
 * Changes or deletes a mark of this organization, and announces it.
 * @param change called with the mark's line for the audit trail; returns the mark after it, or null once it is deleted
 * @throws AppError `not_found`
 */
async function changeMark<Result extends EventMark | null>(
  organizationId: string,
  markId: string,
  change: (tx: Transaction, line: MarkLine) => Promise<Result>,
): Promise<Result> {
  const mark = await db().$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM event_marks WHERE id = ${markId}::uuid FOR UPDATE`;
    const before = await tx.eventMark.findFirst({ where: { id: markId, organizationId }, include: { event: true } });
    if (!before) throw new AppError('not_found', 'This mark does not exist.');
    const { id, name } = before.event;
    return change(tx, { id, name, detail: before.name || undefined });
  });
  await openBus().publish({ type: mark ? 'mark_upsert' : 'mark_remove', organizationId, markId });
  return mark;
}

/** The marks of an event, oldest first. @throws AppError `not_found` */
export const listMarks = defineUseCase(
  { action: 'marks.read' },
  async ({ actor }, eventId: string, request: PageRequest): Promise<Page<EventMark>> => {
    const { organizationId } = await getEvent(actor, eventId);
    const page = pageByTime('at', 'asc', request);
    return page.read({ eventId, organizationId }, (query) => db().eventMark.findMany(query));
  },
);

/**
 * Marks of one organization, for callers that have asked the policy.
 * @param ids those of other organizations are left out
 */
export const readMarks = defineSystem(
  'the cable asks the policy when somebody subscribes',
  async (organizationId: string, ids: string[]): Promise<EventMark[]> => {
    return db().eventMark.findMany({ where: { organizationId, id: { in: ids } } });
  },
);

/** A mark as the API and the cable show it. */
export const serializeMark = ({ id, eventId, at, name, createdAt }: EventMark): MarkJson => ({
  id,
  type: 'mark',
  attributes: { event_id: eventId, at: at.toISOString(), name, created_at: createdAt.toISOString() },
});
