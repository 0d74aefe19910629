import type { Actor } from '@/lib/auth/actor';
import { endConnectionsOf } from '@/lib/auth/end-connections-of';
import { hashPassword, inPasswordQueue } from '@/lib/auth/password';
import { authorize } from '@/lib/auth/policy';
import { revokeAuthSessions } from '@/lib/auth/revoke-auth-sessions';
import type { ChangePasswordInput } from '@/lib/contracts/accounts';
import { db } from '@/lib/platform/db/db';
import { lockUser } from '@/lib/platform/db/lock-user';
import { record } from '@/lib/use-cases/audit/record';
import { voidLinksOf } from '../password-reset/void-links-of';
import { passwordHasChanged, requireCurrentPassword } from './require-current-password';

/**
 * Gives the actor a new password, and ends their other auth sessions.
 * @throws AppError what requireCurrentPassword throws; `busy`
 */
export async function changePassword(actor: Actor, { user }: ChangePasswordInput): Promise<void> {
  authorize(actor, 'account.change_password');
  const { userId: id } = actor;
  const formerHash = await requireCurrentPassword(id, user.current_password);
  const passwordHash = await inPasswordQueue(() => hashPassword(user.password));
  const ended = await db().$transaction(async (tx) => {
    await lockUser(tx, id);
    // Only where nobody has changed it meanwhile.
    const { count } = await tx.user.updateMany({ where: { id, passwordHash: formerHash }, data: { passwordHash } });
    if (count === 0) throw passwordHasChanged();
    await voidLinksOf(tx, id);
    await record(actor, { action: 'account.change_password', thingType: 'user', thingId: id }, tx);
    return revokeAuthSessions(tx, id, { id: { not: actor.authSessionId } });
  });
  await endConnectionsOf(ended);
}
