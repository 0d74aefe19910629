import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { record } from '@/lib/use-cases/audit/record';
import { changeMark } from './change-mark';

/** Deletes a mark of the actor's organization. @throws AppError `not_found` */
export async function deleteMark(actor: Actor, id: string): Promise<void> {
  authorize(actor, 'marks.delete');
  await changeMark(actor.organizationId, id, async (tx, line) => {
    await record(actor, { action: 'marks.delete', ...line }, tx);
    await tx.eventMark.delete({ where: { id } });
    return null;
  });
}
