import type { Client } from '@/lib/auth/client';
import { openAuthSession } from '@/lib/auth/open-auth-session';
import { record } from '@/lib/use-cases/audit/record';
import type { Account } from './serialize';

/**
 * Opens an auth session in an account's organization, and records the sign-in, for use cases that know who asks.
 * @param detail how they signed in, where it is not by a password
 */
export async function openRecordedSession(
  account: Account,
  client: Client,
  detail?: string,
): Promise<Account & { token: string }> {
  const [userId, organizationId] = [account.user.id, account.organization.id];
  const token = await openAuthSession(userId, organizationId, client);
  const actor = { userId, organizationId, address: client.address };
  await record(actor, { action: 'account.log_in', thingType: 'user', thingId: userId, detail });
  return { ...account, token };
}
