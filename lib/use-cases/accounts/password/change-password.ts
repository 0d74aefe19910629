import type { Actor } from '@/lib/auth/actor';
import { endAuthSessions } from '@/lib/auth/end-auth-sessions';
import { hashPassword, inPasswordQueue } from '@/lib/auth/password';
import { authorize } from '@/lib/auth/policy';
import type { ChangePasswordInput } from '@/lib/contracts/accounts';
import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import { record } from '@/lib/use-cases/audit/record';
import { voidLinksOf } from '../password-reset/void-links-of';
import { requireCurrentPassword } from './require-current-password';

/**
 * Gives the actor a new password, and ends their other auth sessions.
 * @throws AppError what requireCurrentPassword throws; `busy`
 */
export async function changePassword(actor: Actor, { user }: ChangePasswordInput): Promise<void> {
  authorize(actor, 'account.change_password');
  const { userId: id } = actor;
  const formerHash = await requireCurrentPassword(id, user.current_password);
  const passwordHash = await inPasswordQueue(() => hashPassword(user.password));
  await db().$transaction(async (tx) => {
    // Only where nobody has changed it meanwhile.
    const { count } = await tx.user.updateMany({ where: { id, passwordHash: formerHash }, data: { passwordHash } });
    if (count === 0) throw new AppError('conflict', 'The password was changed just now, somewhere else.');
    await voidLinksOf(tx, id);
    await record(actor, { action: 'account.change_password', thingType: 'user', thingId: id }, tx);
  });
  await endAuthSessions({ userId: id, id: { not: actor.authSessionId } });
}
