import { signUpRefusals } from '@/lib/contracts/sign-in';
import { AppError } from '@/lib/core/errors';
import { webEnv } from '@/lib/platform/env/web-env';

/**
 * Refuses to create an account where the server's setting SIGNUP does not allow it.
 * @param person.isInvited whether a member has asked them to join
 * @throws AppError `forbidden`
 */
export function requireSignUp({ isInvited }: { isInvited: boolean }): void {
  const { SIGNUP } = webEnv();
  if (SIGNUP === 'open' || (SIGNUP === 'invite' && isInvited)) return;
  throw new AppError('forbidden', signUpRefusals[SIGNUP]);
}
