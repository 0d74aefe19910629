import type { Actor } from '@/lib/auth/actor';
import type { Client } from '@/lib/auth/client';
import { authorize } from '@/lib/auth/policy';
import { enterOrganization } from './enter-organization';
import type { Account } from './serialize';

/**
 * Opens an auth session in another organization of the actor's. The browser ends the present session only when it has
 * stored the new token, so that the user is never signed out in between.
 * @throws AppError what enterOrganization throws
 */
export async function switchOrganization(
  actor: Actor,
  organizationId: string,
  client: Client,
): Promise<Account & { token: string }> {
  authorize(actor, 'account.switch');
  return enterOrganization(actor, async () => organizationId, client);
}
