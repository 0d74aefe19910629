import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import type { UpdateMarkInput } from '@/lib/contracts/marks';
import { record } from '@/lib/use-cases/audit/record';
import type { EventMark } from '@/prisma/generated/client';
import { changeMark } from './change-mark';

/** Names a mark of the actor's organization, or moves it in time. @throws AppError `not_found` */
export async function updateMark(actor: Actor, id: string, { name, at }: UpdateMarkInput): Promise<EventMark> {
  authorize(actor, 'marks.update');
  const data = { name, at: at === undefined ? undefined : new Date(at) };
  return changeMark(actor.organizationId, id, async (tx, line) => {
    await record(actor, { action: 'marks.update', ...line }, tx);
    return tx.eventMark.update({ where: { id }, data });
  });
}
