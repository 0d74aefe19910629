import type { Client } from '@/lib/auth/client';
import { openAuthSession } from '@/lib/auth/open-auth-session';
import { AppError } from '@/lib/core/errors';
import { RateLimit, refuseUsedUp } from '@/lib/platform/limits/rate-limit';
import { readAccount } from './read-account';
import type { Account } from './serialize';

/** Each leaves a row behind. */
const entries = new RateLimit({ name: 'enter_organization', uses: 60, windowSeconds: 10 * 60 });

/**
 * Opens an auth session in one of the user's organizations, for use cases that know who asks.
 * @throws AppError `not_found` where the user does not belong to the organization; `too_many_requests`
 */
export async function enterOrganization(
  userId: string,
  organizationId: string,
  client: Client,
): Promise<Account & { token: string }> {
  refuseUsedUp(await entries.use(userId), 'You have switched too often.');
  const account = await readAccount(userId, organizationId);
  if (!account) throw new AppError('not_found', 'You do not belong to this organization.');
  return { ...account, token: await openAuthSession(userId, organizationId, client) };
}
