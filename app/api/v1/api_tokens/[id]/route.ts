import * as apiTokens from '@/lib/contracts/api/api-tokens';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { revokeApiToken } from '@/lib/use-cases/api-tokens/api-tokens';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(apiTokens.revokeApiToken, ({ actor, params }) => revokeApiToken(actor, params.id)),
);
