import type { Client } from '@/lib/auth/client';
import { openAuthSession } from '@/lib/auth/open-auth-session';
import type { Transaction } from '@/lib/platform/db/db';
import { recorderOf } from '@/lib/use-cases/definers/record';
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
  const record = recorderOf({ userId, organizationId, address: client.address });
  await record(tx, { action: 'account.log_in', id: userId, detail });
  return { ...account, token };
}
