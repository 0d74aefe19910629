import type { Client } from '@/lib/auth/client';
import { openAuthSession } from '@/lib/auth/open-auth-session';
import { hashPassword, inPasswordQueue } from '@/lib/auth/password';
import type { AcceptInvitationInput } from '@/lib/contracts/organization/members';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { isUniqueViolation } from '@/lib/platform/db/is-unique-violation';
import { RateLimit, refuseUsedUp } from '@/lib/platform/limits/rate-limit';
import { definePublic } from '@/lib/use-cases/definers/define-open';
import { admitByInvitation, findInvitation } from '@/lib/use-cases/members/invitation/open-invitation';
import { readAccount } from './account';
import { requireSignUp } from './require-sign-up';
import type { Account } from './serialize';

/** Each attempt hashes a password, and may reveal that an account with the address exists. */
const attempts = new RateLimit({ name: 'invitation_attempts', uses: 10, windowSeconds: 60 * 60 });

/**
 * Creates a user who joins the organization of an invitation, and opens an auth session there. A secret works only
 * once, so that many people behind one address may accept theirs at the same time.
 * @throws AppError `forbidden` if the server takes no new accounts; `not_found` if the invitation cannot be accepted;
 *   `invalid_input` for another e-mail address than the invitation's, or none; `conflict` when the address is taken;
 *   `too_many_requests`; `busy`
 */
export const acceptInvitation = definePublic(
  'the secret of an invitation says which',
  async (
    { invitation: { secret }, user: given }: AcceptInvitationInput,
    client: Client,
  ): Promise<Account & { token: string }> => {
    requireSignUp({ isInvited: true });
    const invitation = await findInvitation(secret, client.address);
    refuseUsedUp(await attempts.use(invitation.id), 'This invitation was tried too often.');
    const email = given.email ?? invitation.email;
    if (email === null) throw emailError('invalid_input', 'Email is required.');
    if (invitation.email !== null && invitation.email !== email) {
      throw emailError('invalid_input', `This invitation is for ${invitation.email}.`);
    }
    const passwordHash = await inPasswordQueue(() => hashPassword(given.password));
    const id = newId();
    const { first_name: firstName, last_name: lastName } = given;
    try {
      return await db().$transaction(async (tx) => {
        await tx.user.create({ data: { id, email, passwordHash, firstName, lastName: lastName || null } });
        await admitByInvitation(tx, invitation, id);
        const account = await readAccount(id, invitation.organizationId, tx);
        if (!account) throw new Error('a new member has no account');
        return { ...account, token: await openAuthSession(tx, id, invitation.organizationId, client) };
      });
    } catch (error) {
      if (isUniqueViolation(error)) {
        throw emailError('conflict', 'There is already an account with this e-mail address. Sign in to join.', error);
      }
      throw error;
    }
  },
);

const emailError = (code: 'invalid_input' | 'conflict', sentence: string, cause?: unknown) =>
  new AppError(code, sentence, { cause, details: { 'user.email': [sentence] } });
