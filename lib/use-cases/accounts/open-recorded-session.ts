import type { Client } from '@/lib/auth/client';
import { openAuthSession } from '@/lib/auth/open-auth-session';
import type { Transaction } from '@/lib/platform/db/db';
import { record } from '@/lib/use-cases/audit/record';
import type { Account } from './serialize';

/**
 * Opens an auth session in an account's organization, and records the sign-in, for use cases that have
 * confirmed in this transaction who asks.
 * @param detail how they signed in, where it is not by a password
 */
export async function openRecordedSession(
  tx: Transaction,
  account: Account,
  client: Client,
  detail?: string,
): Promise<Account & { token: string }> {
  const [userId, organizationId] = [account.user.id, account.organization.id];
  const token = await openAuthSession(tx, userId, organizationId, client);
  const actor = { userId, organizationId, address: client.address };
  await record(actor, { action: 'account.log_in', thingType: 'user', thingId: userId, detail }, tx);
  return { ...account, token };
}
