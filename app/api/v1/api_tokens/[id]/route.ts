import * as apiTokens from '@/lib/contracts/api/api-tokens';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { revokeApiToken } from '@/lib/use-cases/api-tokens/revoke-api-token';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: endpoint(apiTokens.revokeApiToken, ({ actor, params }) => revokeApiToken(actor, params.id)),
});
