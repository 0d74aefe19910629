import { inPasswordQueue, verifyPassword } from '@/lib/auth/password';
import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import { RateLimit, refuseUsedUp } from '@/lib/platform/limits/rate-limit';

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
