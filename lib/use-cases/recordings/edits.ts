import type { Page, PageRequest } from '@/lib/contracts/api/paging';
import { type CreateEditInput, type EditJson, storedCutsSchema, type UpdateEditInput } from '@/lib/contracts/edits';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/id';
import { limitReached } from '@/lib/core/limit-reached';
import { db, type Transaction } from '@/lib/platform/db/db';
import { pageByTime } from '@/lib/platform/db/page-by-time';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { eventNotFound, getEvent } from '@/lib/use-cases/events/get-event';
import type { ShowEdit } from '@/prisma/generated/client';

/** An event may have a few more when several are made at the same time: nothing waits for a count. */
const maxEdits = 50;

const editNotFound = () => new AppError('not_found', 'This edit does not exist.');

/** The edits of an event, oldest first. @throws AppError `not_found` */
export const listEdits = defineUseCase(
  { action: 'edits.read' },
  async ({ actor }, eventId: string, request: PageRequest): Promise<Page<ShowEdit>> => {
    const { organizationId } = await getEvent(actor, eventId);
    const page = pageByTime('createdAt', 'asc', request);
    return page.read({ eventId, organizationId }, (query) => db().showEdit.findMany(query));
  },
);

/** Keeps a version of a show's cuts. @throws AppError `not_found`, also for a camera of another event; `limit_reached` */
export const createEdit = defineUseCase(
  { action: 'edits.create', audit: 'edits.create' },
  async ({ actor, record }, eventId: string, { name, cuts }: CreateEditInput): Promise<ShowEdit> => {
    const { organizationId } = actor;
    return db().$transaction(async (tx) => {
      const event = await tx.event.findFirst({ where: { id: eventId, organizationId }, select: { name: true } });
      if (!event) throw eventNotFound();
      if ((await tx.showEdit.count({ where: { eventId } })) >= maxEdits) {
        throw limitReached(`This event has ${maxEdits} edits, as many as it may have: delete some to add another.`);
      }
      await record(tx, { id: eventId, name: event.name, detail: name });
      return tx.showEdit.create({ data: { id: newId(), organizationId, eventId, name, cuts } });
    });
  },
);

/** Names an edit of the actor's organization, or changes its cuts. @throws AppError `not_found` */
export const updateEdit = defineUseCase(
  { action: 'edits.update', audit: 'edits.update' },
  async ({ actor, record }, id: string, { name, cuts }: UpdateEditInput): Promise<ShowEdit> =>
    db().$transaction(async (tx) => {
      const { event, name: before } = await lockEdit(tx, actor.organizationId, id);
      await record(tx, { id: event.id, name: event.name, detail: before });
      return tx.showEdit.update({ where: { id }, data: { name, cuts } });
    }),
);

/** Deletes an edit of the actor's organization. Exports that were made by it stay. @throws AppError `not_found` */
export const deleteEdit = defineUseCase(
  { action: 'edits.delete', audit: 'edits.delete' },
  async ({ actor, record }, id: string): Promise<void> =>
    db().$transaction(async (tx) => {
      const { event, name } = await lockEdit(tx, actor.organizationId, id);
      await record(tx, { id: event.id, name: event.name, detail: name });
      await tx.showEdit.delete({ where: { id } });
    }),
);

/** An edit that nobody else changes until the end of the transaction. @throws AppError `not_found` */
async function lockEdit(tx: Transaction, organizationId: string, id: string) {
  await tx.$queryRaw`SELECT 1 FROM show_edits WHERE id = ${id}::uuid FOR UPDATE`;
  const edit = await tx.showEdit.findFirst({ where: { id, organizationId }, include: { event: true } });
  if (!edit) throw editNotFound();
  return edit;
}

/** The name and cuts of an event's edit, as an export keeps them. @throws AppError `not_found` */
export async function readEditOf(tx: Transaction, eventId: string, id: string) {
  const edit = await tx.showEdit.findFirst({ where: { id, eventId } });
  if (!edit) throw editNotFound();
  return { editName: edit.name, cuts: storedCutsSchema.parse(edit.cuts) };
}

/** An edit as the API shows it. */
export const serializeEdit = ({ id, eventId, name, cuts, createdAt }: ShowEdit): EditJson => ({
  id,
  type: 'edit',
  attributes: {
    event_id: eventId,
    name,
    cuts: storedCutsSchema.parse(cuts).map(({ at, stream_id }) => ({ at: new Date(at).toISOString(), stream_id })),
    created_at: createdAt.toISOString(),
  },
});
