import { roleOfAccess } from '@/lib/contracts/permissions';
import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import type { ApiTokenAccess } from '@/prisma/generated/client';
import type { TokenActor } from './actor';
import type { Client } from './client';
import { hashLinkSecret, newLinkSecret } from './link-secret';

/** Prefix of every API token, by which people, logs and secret scanners recognize one. */
export const apiTokenPrefix = 'sl_';

/** Minimum interval between two writes of a token's last use. */
const usedAgainAfterMs = 60_000;

/** A new API token, with the hash and the end of it that are stored. */
export function newApiToken(): { token: string; tokenHash: string; tokenEnd: string } {
  const token = apiTokenPrefix + newLinkSecret().secret;
  return { token, tokenHash: hashLinkSecret(token), tokenEnd: token.slice(-4) };
}

/**
 * Returns the actor behind an API token. Reads the row on each call, so that revoking takes effect at once.
 * @param client notes when and from where it was used
 * @throws AppError `unauthorized` for one that is unknown, expired or revoked
 */
export async function authenticateApiToken(token: string, client?: Client): Promise<TokenActor> {
  const [row] = await db().$queryRaw<
    { id: string; organizationId: string; access: ApiTokenAccess; expiresAt: Date | null; lastUsedAt: Date | null }[]
  >`
    SELECT id, organization_id AS "organizationId", access, expires_at AS "expiresAt", last_used_at AS "lastUsedAt"
    FROM api_tokens
    WHERE token_hash = ${hashLinkSecret(token)} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`;
  if (!row) throw new AppError('unauthorized', 'This API token is unknown, was revoked, or has expired.');
  const { id, organizationId, access, expiresAt, lastUsedAt } = row;
  const now = Date.now();
  if (client && (lastUsedAt === null || now - lastUsedAt.getTime() >= usedAgainAfterMs)) {
    await db().apiToken.updateMany({
      // Only the first of several concurrent requests writes.
      where: { id, lastUsedAt },
      data: { lastUsedAt: new Date(now), lastUsedAddress: client.address || null },
    });
  }
  return {
    apiTokenId: id,
    organizationId,
    apiTokenExpiresAt: expiresAt,
    access,
    role: roleOfAccess(access),
    address: client?.address,
  };
}
