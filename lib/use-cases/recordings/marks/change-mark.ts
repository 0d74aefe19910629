import { AppError } from '@/lib/core/errors';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db, type Transaction } from '@/lib/platform/db/db';
import type { EventMark } from '@/prisma/generated/client';

/** A line of the audit trail, for a change to a mark. */
type MarkLine = { thingType: 'event'; thingId: string; thingName: string; detail: string | undefined };

/**
 * Changes or deletes a mark of this organization, and announces it.
 * @param change called with the mark's line for the audit trail; returns the mark after it, or null once it is deleted
 * @throws AppError `not_found`
 */
export async function changeMark<Result extends EventMark | null>(
  organizationId: string,
  markId: string,
  change: (tx: Transaction, line: MarkLine) => Promise<Result>,
): Promise<Result> {
  const mark = await db().$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM event_marks WHERE id = ${markId}::uuid FOR UPDATE`;
    const before = await tx.eventMark.findFirst({ where: { id: markId, organizationId }, include: { event: true } });
    if (!before) throw new AppError('not_found', 'This mark does not exist.');
    const { id: thingId, name: thingName } = before.event;
    return change(tx, { thingType: 'event', thingId, thingName, detail: before.name || undefined });
  });
  await openBus().publish({ type: mark ? 'mark_upsert' : 'mark_remove', organizationId, markId });
  return mark;
}
