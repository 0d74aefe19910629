import { openAuthSession } from '@/lib/auth/open-auth-session';
import { verifyPassword } from '@/lib/auth/password';
import type { LogInInput } from '@/lib/contracts/accounts';
import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import { countLoginAttempt, forgetLoginAttempts } from './login-attempts';
import type { Account } from './serialize';

/**
 * Opens an auth session in the organization that the user joined first.
 * @param address the IP address that the request came from
 * @throws AppError `unauthorized`, whether the e-mail address or the password is wrong; `too_many_requests`
 */
export async function logIn(
  { user: { email, password } }: LogInInput,
  address: string,
): Promise<Account & { token: string }> {
  await countLoginAttempt({ email, address });
  const found = await db().user.findUnique({
    where: { email },
    omit: { passwordHash: false },
    include: { memberships: { orderBy: { createdAt: 'asc' }, take: 1, include: { organization: true } } },
  });
  const isRight = await verifyPassword(found?.passwordHash ?? null, password);
  const organization = found?.memberships[0]?.organization;
  if (!found || !organization || !isRight) {
    throw new AppError('unauthorized', 'The e-mail address or the password is wrong.');
  }
  await forgetLoginAttempts({ email, address });
  return { user: found, organization, token: await openAuthSession(found.id, organization.id) };
}
