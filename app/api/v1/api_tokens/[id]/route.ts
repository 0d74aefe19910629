import { revokeApiToken } from '@/lib/api-tokens/revoke-api-token';
import * as apiTokens from '@/lib/contracts/api/api-tokens';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: endpoint(apiTokens.revokeApiToken, ({ actor, params }) => revokeApiToken(actor, params.id)),
});
