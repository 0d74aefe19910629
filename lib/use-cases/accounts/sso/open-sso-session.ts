import type { Client } from '@/lib/auth/client';
import { hashLinkSecret } from '@/lib/auth/link-secret';
import { inPasswordQueue, verifyPassword } from '@/lib/auth/password';
import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import { RateLimit, refuseUsedUp } from '@/lib/platform/limits/rate-limit';
import { readAccount } from '@/lib/use-cases/accounts/account';
import { isPasswordStill } from '@/lib/use-cases/accounts/password';
import { definePublic } from '@/lib/use-cases/definers/define-open';
import type { SsoSignIn } from '@/prisma/generated/client';
import { openRecordedSession } from '../open-recorded-session';
import type { Account } from '../serialize';

const attempts = new RateLimit({ name: 'sso_password', uses: 10, windowSeconds: 5 * 60 });

/**
 * Opens an auth session after single sign-on, in the organization that the user joined first. An account with a
 * password asks for it once, to connect to the provider. Sign-up does not verify addresses: a stranger could have made
 * the account and kept its password.
 * @param code of {@link acceptIdentity}; void once the session is open
 * @param password if an earlier call has asked for it
 * @throws AppError `not_found` for a code that is unknown, used or too old; `conflict` if the password is needed;
 *   `invalid_input` if it is wrong; `too_many_requests`; `busy`
 */
export const openSsoSession = definePublic(
  'the code of a cookie says for whom',
  async (code: string, password: string | undefined, client: Client): Promise<Account & { token: string }> => {
    const codeHash = hashLinkSecret(code);
    const signIn = await db().ssoSignIn.findUnique({ where: { codeHash, expiresAt: { gt: new Date() } } });
    if (!signIn) throw isVoid();
    const { issuer, subject, userId } = signIn;
    const identity = await db().userIdentity.findUnique({ where: { issuer_subject: { issuer, subject } } });
    if (identity && identity.userId !== userId) throw isVoid();
    const passwordHash = identity ? null : await requirePassword(signIn, password);
    return db().$transaction(async (tx) => {
      if (!identity) {
        if (!(await isPasswordStill(tx, userId, passwordHash))) throw isVoid();
        // Two browsers of the user may connect at the same time.
        await tx.userIdentity.createMany({ data: { issuer, subject, userId }, skipDuplicates: true });
        if ((await tx.userIdentity.count({ where: { issuer, subject, userId } })) === 0) throw isVoid();
      }
      const account = await readAccount(userId, undefined, tx);
      if (!account) throw isVoid();
      const opened = await openRecordedSession(tx, account, client, 'by single sign-on');
      // Comes after the user's lock, in the same order as voiding a code.
      const { count } = await tx.ssoSignIn.deleteMany({ where: { codeHash } });
      if (count === 0) throw isVoid();
      return opened;
    });
  },
);

/** @returns the hash that the password fits; null for an account that has none */
async function requirePassword({ userId }: SsoSignIn, password: string | undefined): Promise<string | null> {
  const { email, passwordHash } = await db().user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, passwordHash: true },
  });
  if (passwordHash === null) return null;
  if (password === undefined) {
    throw new AppError('conflict', `There is already an account for ${email}. Enter its password to connect it.`);
  }
  refuseUsedUp(await attempts.use(userId), 'Too many attempts to sign in.');
  if (await inPasswordQueue(() => verifyPassword(passwordHash, password))) return passwordHash;
  throw new AppError('invalid_input', 'Wrong password.', {
    details: { 'user.password': ['Wrong password.'] },
  });
}

const isVoid = (): AppError => new AppError('not_found', 'This sign-in has expired. Sign in again.');
