import type { Client } from '@/lib/auth/client';
import { hashPassword, inPasswordQueue } from '@/lib/auth/password';
import type { AcceptInvitationInput } from '@/lib/contracts/organization/members';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { isUniqueViolation } from '@/lib/platform/db/is-unique-violation';
import { enterOrganization } from '@/lib/use-cases/accounts/enter-organization';
import { requireSignUp } from '@/lib/use-cases/accounts/require-sign-up';
import type { Account } from '@/lib/use-cases/accounts/serialize';
import { countSignUp } from '@/lib/use-cases/accounts/sign-up-limits';
import { admitByInvitation, getOpenInvitation } from './open-invitation';

/**
 * Creates a user who joins the organization of an invitation, and opens an auth session there. Counts as a sign-up.
 * @throws AppError `forbidden` where the server lets nobody have a new account; `not_found` where the invitation cannot be accepted; `invalid_input` for another e-mail address than
 *   the invitation's, or none; `conflict` when the address is taken; `too_many_requests`; `busy`
 */
export async function acceptInvitation(
  { invitation: { secret }, user: given }: AcceptInvitationInput,
  client: Client,
): Promise<Account & { token: string }> {
  requireSignUp({ isInvited: true });
  await countSignUp(client.address);
  const invitation = await getOpenInvitation(secret);
  const email = given.email ?? invitation.email;
  if (email === null) throw emailError('invalid_input', 'Email is required.');
  if (invitation.email !== null && invitation.email !== email) {
    throw emailError('invalid_input', `This invitation is for ${invitation.email}.`);
  }
  const passwordHash = await inPasswordQueue(() => hashPassword(given.password));
  const id = newId();
  const { first_name: firstName, last_name: lastName } = given;
  try {
    await db().$transaction(async (tx) => {
      await tx.user.create({ data: { id, email, passwordHash, firstName, lastName: lastName || null } });
      await admitByInvitation(tx, invitation, id);
    });
  } catch (error) {
    if (isUniqueViolation(error)) {
      throw emailError('conflict', 'There is already an account with this e-mail address. Sign in to join.', error);
    }
    throw error;
  }
  return enterOrganization(id, invitation.organizationId, client);
}

const emailError = (code: 'invalid_input' | 'conflict', sentence: string, cause?: unknown) =>
  new AppError(code, sentence, { cause, details: { 'user.email': [sentence] } });
