import type { Actor } from '@/lib/auth/actor';
import type { Client } from '@/lib/auth/client';
import { authorize } from '@/lib/auth/policy';
import { joinByInvitation } from '@/lib/use-cases/members/invitation/join-by-invitation';
import { enterOrganization } from './enter-organization';
import type { Account } from './serialize';

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
