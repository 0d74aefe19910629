import { record } from '@/lib/audit/record';
import type { Actor } from '@/lib/auth/actor';
import { endAuthSessions } from '@/lib/auth/end-auth-sessions';
import { hashPassword, inPasswordQueue, verifyPassword } from '@/lib/auth/password';
import { authorize } from '@/lib/auth/policy';
import type { ChangePasswordInput } from '@/lib/contracts/accounts';
import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import { RateLimit, refuseUsedUp } from '@/lib/platform/limits/rate-limit';

/** Whoever finds a page open may guess as little as whoever signs in. */
const attempts = new RateLimit({ name: 'password', uses: 10, windowSeconds: 5 * 60 });

/**
 * Gives the actor a new password, and ends their other auth sessions.
 * @throws AppError `invalid_input` where the current password is wrong; `too_many_requests`; `busy`
 */
export async function changePassword(actor: Actor, { user }: ChangePasswordInput): Promise<void> {
  authorize(actor, 'account.change_password');
  const { userId: id } = actor;
  refuseUsedUp(await attempts.use(id), 'Too many attempts to change the password.');
  const known = await db().user.findUnique({ where: { id }, select: { passwordHash: true } });
  if (known && known.passwordHash === null) {
    throw new AppError(
      'conflict',
      'Your account has no password yet. Set one by “Forgot password?” at the sign-in page.',
    );
  }
  const passwordHash = await inPasswordQueue(async () => {
    const isRight = await verifyPassword(known?.passwordHash ?? null, user.current_password);
    return isRight ? hashPassword(user.password) : null;
  });
  if (passwordHash === null) {
    const sentence = 'The current password is wrong.';
    throw new AppError('invalid_input', sentence, { details: { 'user.current_password': [sentence] } });
  }
  // Only where nobody has changed it meanwhile.
  await db().$transaction(async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { id, passwordHash: known?.passwordHash },
      data: { passwordHash },
    });
    if (count === 0) throw new AppError('conflict', 'The password was changed just now, somewhere else.');
    // A link that is still on its way sets none any more.
    await tx.passwordReset.deleteMany({ where: { userId: id } });
    await record(actor, { action: 'account.change_password', thingType: 'user', thingId: id }, tx);
  });
  await attempts.clear(id);
  await endAuthSessions({ userId: id, id: { not: actor.authSessionId } });
}
