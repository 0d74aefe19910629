import type { Client } from '@/lib/auth/client';
import { inPasswordQueue, verifyPassword } from '@/lib/auth/password';
import type { LogInInput } from '@/lib/contracts/accounts';
import { AppError } from '@/lib/core/errors';
import { networkOf } from '@/lib/core/network-of';
import { db } from '@/lib/platform/db/db';
import { definePublic } from '@/lib/use-cases/definers/define-open';
import { joinByInvitation } from '@/lib/use-cases/members/invitation/open-invitation';
import { readAccount } from './account';
import {
  countAttempt,
  countFailure,
  enterAttempt,
  forgetAttempts,
  forgiveAttempt,
  type LoginAttempt,
  refuseNetworkAfterFailures,
} from './login-limits';
import { openRecordedSession } from './open-recorded-session';
import { isPasswordStill } from './password';
import type { Account } from './serialize';

/**
 * Opens an auth session in the organization that the user joined first, or joins that of an invitation and opens it
 * there. A known and an unknown e-mail address cost the same statements and the same hash.
 * @throws AppError `unauthorized`, whether the e-mail address or the password is wrong; `too_many_requests`; `busy`; where the
 *   password is right, `forbidden` to a user who belongs to no organization, and what joinByInvitation throws
 */
export const logIn = definePublic(
  'there is no actor yet',
  async (
    { user: { email, password }, invitation }: LogInInput,
    client: Client,
  ): Promise<Account & { token: string }> => {
    const attempt = { email, address: client.address };
    await countAttempt(attempt);
    const isSpared = isKnownAt(client.address, await readCredentials(email));
    // Before the queue, so that it is not filled by whoever sprays from one network or waits for a turn.
    if (!isSpared) {
      await refuseNetworkAfterFailures(attempt);
      await enterAttempt(attempt);
    }
    const { userId, passwordHash } = await inPasswordQueue(() => checkCredentials(attempt, password, isSpared));
    await forgetAttempts(attempt);
    if (!isSpared) await forgiveAttempt(attempt);
    return db().$transaction(async (tx) => {
      // Checking took time, in which the user may have changed it.
      if (!(await isPasswordStill(tx, userId, passwordHash))) throw isWrong();
      const joinedId = invitation && (await joinByInvitation(tx, userId, invitation.secret));
      const account = await readAccount(userId, joinedId, tx);
      if (!account) {
        throw new AppError('forbidden', 'You do not belong to an organization any more. Ask an admin to invite you.');
      }
      return openRecordedSession(tx, account, client);
    });
  },
);

/** The user by their password. A failure is counted before the queue goes on, so that guesses made at once are not more guesses. */
async function checkCredentials(attempt: LoginAttempt, password: string, isSpared: boolean): Promise<Credentials> {
  if (!isSpared) await refuseNetworkAfterFailures(attempt);
  const credentials = await readCredentials(attempt.email);
  const isRight = await verifyPassword(credentials?.passwordHash ?? null, password);
  if (credentials && isRight) return credentials;
  await countFailure(attempt);
  throw isWrong();
}

const isWrong = (): AppError => new AppError('unauthorized', 'The e-mail address or the password is wrong.');

interface Credentials {
  userId: string;
  /** Null for a user who signs in only by an identity provider. */
  passwordHash: string | null;
  /** From where the user has been seen, in their auth sessions. */
  addresses: string[];
}

/** Whether the user has been seen in this address's network before. */
function isKnownAt(address: string, credentials: Credentials | undefined): boolean {
  const network = networkOf(address);
  return credentials?.addresses.some((seen) => networkOf(seen) === network) ?? false;
}

async function readCredentials(email: string): Promise<Credentials | undefined> {
  const [credentials] = await db().$queryRaw<Credentials[]>`
    SELECT id AS "userId", password_hash AS "passwordHash",
      ARRAY(SELECT DISTINCT last_seen_address FROM sessions
            WHERE user_id = users.id AND last_seen_address IS NOT NULL LIMIT 100) AS addresses
    FROM users WHERE email = ${email}`;
  return credentials;
}
