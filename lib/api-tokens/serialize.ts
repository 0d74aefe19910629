import type { ApiTokenJson, NewApiTokenJson } from '@/lib/contracts/organization/api-tokens';
import type { ApiToken } from '@/prisma/generated/client';

/** An API token as the API lists it. */
export const serializeApiToken = (row: ApiToken): ApiTokenJson => ({
  id: row.id,
  type: 'api_token',
  attributes: {
    name: row.name,
    token_end: row.tokenEnd,
    access: row.access,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    last_used_address: row.lastUsedAddress,
  },
});

/** An API token that was just created, with the token itself. */
export function serializeNewApiToken({ token, ...row }: ApiToken & { token: string }): NewApiTokenJson {
  const json = serializeApiToken(row);
  return { ...json, attributes: { ...json.attributes, token } };
}
