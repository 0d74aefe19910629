import type { Actor } from '@/lib/auth/actor';
import type { Client } from '@/lib/auth/client';
import { authorize } from '@/lib/auth/policy';
import { enterOrganization } from '@/lib/use-cases/accounts/enter-organization';
import type { Account } from '@/lib/use-cases/accounts/serialize';
import { joinByInvitation } from './join-by-invitation';

/**
 * Joins the organization of an invitation with the actor's account, and opens an auth session there. The present one
 * goes on, as with switchOrganization.
 * @throws AppError what joinByInvitation and enterOrganization throw
 */
export async function joinOrganization(
  actor: Actor,
  secret: string,
  client: Client,
): Promise<Account & { token: string }> {
  authorize(actor, 'account.switch');
  return enterOrganization(actor, (tx) => joinByInvitation(tx, actor.userId, secret), client);
}
