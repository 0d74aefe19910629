import { endConnectionsOf } from '@/lib/auth/end-connections-of';
import { hashPassword, inPasswordQueue, verifyPassword } from '@/lib/auth/password';
import { revokeAuthSessions } from '@/lib/auth/revoke-auth-sessions';
import type { ChangePasswordInput } from '@/lib/contracts/accounts';
import { AppError } from '@/lib/core/errors';
import { db, type Transaction } from '@/lib/platform/db/db';
import { lockUser } from '@/lib/platform/db/lock-user';
import { RateLimit, refuseUsedUp } from '@/lib/platform/limits/rate-limit';
import { voidLinksOf } from '@/lib/use-cases/accounts/password-reset/password-reset';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';

/**
 * Gives the actor a new password, and ends their other auth sessions.
 * @throws AppError what requireCurrentPassword throws; `busy`
 */
export const changePassword = defineUseCase(
  { action: 'account.change_password', audit: 'account.change_password' },
  async ({ actor, record }, { user }: ChangePasswordInput): Promise<void> => {
    const { userId: id } = actor;
    const formerHash = await requireCurrentPassword(id, user.current_password);
    const passwordHash = await inPasswordQueue(() => hashPassword(user.password));
    const ended = await db().$transaction(async (tx) => {
      await lockUser(tx, id);
      // Only where nobody has changed it meanwhile.
      const { count } = await tx.user.updateMany({ where: { id, passwordHash: formerHash }, data: { passwordHash } });
      if (count === 0) throw passwordHasChanged();
      await voidLinksOf(tx, id);
      await record(tx, { id });
      return revokeAuthSessions(tx, id, { id: { not: actor.authSessionId } });
    });
    await endConnectionsOf(ended);
  },
);

/** The error of a change that was confirmed with a password that has changed since. */
export const passwordHasChanged = (): AppError =>
  new AppError('conflict', 'The password was changed just now, somewhere else.');

/** A stranger at an open page gets as few guesses as one at the sign-in page. */
const attempts = new RateLimit({ name: 'password', uses: 10, windowSeconds: 5 * 60 });

/**
 * Asks a signed-in user for their password again, before something that would take the account away from them.
 * @returns the hash that it fits
 * @throws AppError `invalid_input` if it is wrong; `conflict` if the account has none; `too_many_requests`; `busy`
 */
export async function requireCurrentPassword(id: string, password: string): Promise<string> {
  refuseUsedUp(await attempts.use(id), 'Too many attempts to enter the password.');
  const known = await db().user.findUnique({ where: { id }, select: { passwordHash: true } });
  if (known && known.passwordHash === null) {
    throw new AppError(
      'conflict',
      'Your account has no password yet. Set one by “Forgot password?” at the sign-in page.',
    );
  }
  const passwordHash = known?.passwordHash ?? null;
  const isRight = await inPasswordQueue(() => verifyPassword(passwordHash, password));
  if (passwordHash === null || !isRight) {
    const sentence = 'The current password is wrong.';
    throw new AppError('invalid_input', sentence, { details: { 'user.current_password': [sentence] } });
  }
  await attempts.clear(id);
  return passwordHash;
}

/**
 * Whether a user's password is still the one that was checked before this transaction. It stays so until the transaction
 * ends: whoever changes it waits.
 * @param passwordHash of the password that was checked; null where there was none
 */
export async function isPasswordStill(tx: Transaction, userId: string, passwordHash: string | null): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM users WHERE id = ${userId}::uuid AND password_hash IS NOT DISTINCT FROM ${passwordHash} FOR SHARE`;
  return rows.length > 0;
}
