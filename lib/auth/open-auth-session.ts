import { lifetimes } from '@/lib/contracts/limits';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/id';
import type { Transaction } from '@/lib/platform/db/db';
import type { Client } from './client';
import { encodeToken } from './token';

/**
 * Opens an auth session in one of the user's organizations, and deletes their expired ones. The caller has confirmed
 * the user's right to it in the same transaction, for which ending the user's sessions waits.
 * @returns the bearer token
 * @throws AppError `not_found` where the user does not belong to the organization
 */
export async function openAuthSession(
  tx: Transaction,
  userId: string,
  organizationId: string,
  client?: Client,
): Promise<string> {
  const authSessionId = newId();
  const now = new Date();
  const expiresAt = new Date(now.getTime() + lifetimes.authSession);
  await tx.authSession.deleteMany({ where: { userId, expiresAt: { lt: now } } });
  const count = await tx.$executeRaw`
    INSERT INTO sessions (id, user_id, organization_id, expires_at, last_seen_at, last_seen_address, user_agent)
    SELECT ${authSessionId}::uuid, users.id, organization_id, ${expiresAt}, ${client ? now : null}::timestamptz,
      ${client?.address ?? null}, ${client?.userAgent ?? null}
    FROM users JOIN memberships ON user_id = users.id
    WHERE users.id = ${userId}::uuid AND organization_id = ${organizationId}::uuid
    FOR SHARE OF users, memberships`;
  if (count === 0) throw new AppError('not_found', 'You do not belong to this organization.');
  return encodeToken({ authSessionId, userId, organizationId });
}
