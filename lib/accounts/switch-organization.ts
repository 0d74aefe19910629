import type { Actor } from '@/lib/auth/actor';
import type { Client } from '@/lib/auth/client';
import { openAuthSession } from '@/lib/auth/open-auth-session';
import { authorize } from '@/lib/auth/policy';
import { AppError } from '@/lib/core/errors';
import { readAccount } from './read-account';
import type { Account } from './serialize';

/**
 * Opens an auth session in another organization of the actor's. The present one goes on: whoever switches ends it once
 * the new token is stored, so that nobody is signed out in between.
 * @throws AppError `not_found` where the actor does not belong to the organization
 */
export async function switchOrganization(
  actor: Actor,
  organizationId: string,
  client: Client,
): Promise<Account & { token: string }> {
  authorize(actor, 'account.switch');
  const account = await readAccount(actor.userId, organizationId);
  if (!account) throw new AppError('not_found', 'You do not belong to this organization.');
  return { ...account, token: await openAuthSession(actor.userId, organizationId, client) };
}
