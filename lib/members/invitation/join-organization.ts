import { readAccount } from '@/lib/accounts/read-account';
import type { Account } from '@/lib/accounts/serialize';
import type { Actor } from '@/lib/auth/actor';
import type { Client } from '@/lib/auth/client';
import { openAuthSession } from '@/lib/auth/open-auth-session';
import { authorize } from '@/lib/auth/policy';
import { AppError } from '@/lib/core/errors';
import { joinByInvitation } from './join-by-invitation';

/**
 * Joins the organization of an invitation with the actor's account, and opens an auth session there. The present one
 * goes on, as with switchOrganization.
 * @throws AppError what joinByInvitation throws
 */
export async function joinOrganization(
  actor: Actor,
  secret: string,
  client: Client,
): Promise<Account & { token: string }> {
  authorize(actor, 'account.switch');
  const organizationId = await joinByInvitation(actor.userId, secret);
  const account = await readAccount(actor.userId, organizationId);
  if (!account) throw new AppError('not_found', 'You were removed from this organization just now.');
  return { ...account, token: await openAuthSession(actor.userId, organizationId, client) };
}
