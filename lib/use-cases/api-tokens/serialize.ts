import type { ApiTokenJson, NewApiTokenJson } from '@/lib/contracts/organization/api-tokens';
import { fullName } from '@/lib/core/full-name';
import type { ApiToken, User } from '@/prisma/generated/client';

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
