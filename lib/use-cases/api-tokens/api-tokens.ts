import type { UserActor } from '@/lib/auth/actor';
import { newApiToken } from '@/lib/auth/api-token';
import { type EndedCredential, endConnectionsOf } from '@/lib/auth/end-connections-of';
import type { ApiTokenJson, CreateApiTokenInput, NewApiTokenJson } from '@/lib/contracts/organization/api-tokens';
import { AppError } from '@/lib/core/errors';
import { fullName } from '@/lib/core/full-name';
import { newId } from '@/lib/core/id';
import { limitReached } from '@/lib/core/limit-reached';
import { db, type Transaction } from '@/lib/platform/db/db';
import { lockOrganization } from '@/lib/platform/db/lock-organization';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import type { Recorder } from '@/lib/use-cases/definers/record';
import type { ApiToken, Prisma, User } from '@/prisma/generated/client';

/** The API tokens of the actor's organization that were not revoked, expired ones too, the newest first. */
export const listApiTokens = defineUseCase(
  { action: 'api_tokens.read' },
  async ({ actor }): Promise<TokenWithMaker[]> => {
    return db().apiToken.findMany({
      where: { organizationId: actor.organizationId, revokedAt: null },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      include: { maker: true },
    });
  },
);

/** How many API tokens an organization has that were not revoked; a list shows them all. */
const maxApiTokens = 100;

/**
 * Adds an API token to the actor's organization. It ends with what its maker may do there: docs/decisions/0047.
 * @returns its row, and the token itself, which nobody can read again
 * @throws AppError `invalid_input` for an expiry in the past; `limit_reached`
 */
export const createApiToken = defineUseCase(
  { action: 'api_tokens.create', audit: 'api_tokens.create' },
  async (
    { actor, record },
    { name, access, expires_at: expiry }: CreateApiTokenInput['api_token'],
  ): Promise<TokenWithMaker & { token: string }> => {
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
      await record(tx, { id, name, detail });
      return tx.apiToken.create({
        data: { id, organizationId, makerId, name, tokenHash, tokenEnd, access, expiresAt },
        include: { maker: true },
      });
    });
    return { ...row, token };
  },
);

/**
 * Revokes an API token: it is refused from now on, its cable connections end, and its participants leave the rooms.
 * @throws AppError `not_found`
 */
export const revokeApiToken = defineUseCase(
  { action: 'api_tokens.revoke', audit: 'api_tokens.revoke' },
  async ({ actor, record }, id: string): Promise<void> => {
    const revoked = await db().$transaction((tx) => revokeTokens(tx, { actor, record }, { id }));
    if (revoked.length === 0) {
      throw new AppError('not_found', 'This API token does not exist, or it was revoked already.');
    }
    await endConnectionsOf(revoked);
  },
);

/**
 * Revokes API tokens of the actor's organization, for use cases that have asked the policy: they are refused from now on.
 * Once the transaction is committed, {@link endConnectionsOf} ends what they have open.
 * @param which limits the tokens; those that were revoked are left out
 * @param detail for the audit trail: why, where that is not plain
 * @returns those that have ended
 */
export async function revokeTokens(
  tx: Transaction,
  { actor, record }: { actor: UserActor; record: Recorder<'api_tokens.revoke'> },
  which: Prisma.ApiTokenWhereInput,
  detail?: string,
): Promise<EndedCredential[]> {
  const revoked = await tx.apiToken.updateManyAndReturn({
    where: { AND: which, organizationId: actor.organizationId, revokedAt: null },
    data: { revokedAt: new Date() },
    select: { id: true, organizationId: true, name: true },
  });
  for (const { id, name } of revoked) await record(tx, { action: 'api_tokens.revoke', id, name, detail });
  return revoked;
}

/** An API token, and who made it. */
export type TokenWithMaker = ApiToken & { maker: Omit<User, 'passwordHash'> | null };

/** An API token as the API lists it. */
export const serializeApiToken = ({ maker, ...row }: TokenWithMaker): ApiTokenJson => ({
  id: row.id,
  type: 'api_token',
  attributes: {
    name: row.name,
    token_end: row.tokenEnd,
    access: row.access,
    maker: maker && { id: maker.id, name: fullName(maker.firstName, maker.lastName) },
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    last_used_address: row.lastUsedAddress,
  },
});

/** An API token that was just created, with the token itself. */
export function serializeNewApiToken({ token, ...row }: TokenWithMaker & { token: string }): NewApiTokenJson {
  const json = serializeApiToken(row);
  return { ...json, attributes: { ...json.attributes, token } };
}
