import type { Actor } from '@/lib/auth/actor';
import { newApiToken } from '@/lib/auth/api-token';
import { authorize } from '@/lib/auth/policy';
import type { CreateApiTokenInput } from '@/lib/contracts/organization/api-tokens';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/id';
import { limitReached } from '@/lib/core/limit-reached';
import { db } from '@/lib/platform/db/db';
import { lockOrganization } from '@/lib/platform/db/lock-organization';
import { record } from '@/lib/use-cases/audit/record';
import type { TokenWithMaker } from './serialize';

/** How many API tokens an organization has that were not revoked; a list shows them all. */
const maxApiTokens = 100;

/**
 * Adds an API token to the actor's organization. It ends with what its maker may do there: docs/decisions/0047.
 * @returns its row, and the token itself, which nobody can read again
 * @throws AppError `invalid_input` for an expiry in the past; `limit_reached`
 */
export async function createApiToken(
  actor: Actor,
  { name, access, expires_at: expiry }: CreateApiTokenInput['api_token'],
): Promise<TokenWithMaker & { token: string }> {
  authorize(actor, 'api_tokens.create');
  const { organizationId, userId: makerId } = actor;
  const expiresAt = expiry === null ? null : new Date(expiry);
  if (expiresAt && expiresAt.getTime() <= Date.now()) {
    const sentence = 'The expiry must be in the future.';
    throw new AppError('invalid_input', sentence, { details: { 'api_token.expires_at': [sentence] } });
  }
  const { token, tokenHash, tokenEnd } = newApiToken();
  const row = await db().$transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    const count = await tx.apiToken.count({ where: { organizationId, revokedAt: null } });
    if (count >= maxApiTokens) {
      throw limitReached(
        `Your organization has ${maxApiTokens} API tokens, as many as it may have: revoke one to add another.`,
      );
    }
    const id = newId();
    const detail = access === 'write' ? 'for reading and writing' : 'for reading';
    await record(
      actor,
      { action: 'api_tokens.create', thingType: 'api_token', thingId: id, thingName: name, detail },
      tx,
    );
    return tx.apiToken.create({
      data: { id, organizationId, makerId, name, tokenHash, tokenEnd, access, expiresAt },
      include: { maker: true },
    });
  });
  return { ...row, token };
}
