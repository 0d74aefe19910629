import { createApiToken } from '@/lib/api-tokens/create-api-token';
import { listApiTokens } from '@/lib/api-tokens/list-api-tokens';
import { serializeApiToken, serializeNewApiToken } from '@/lib/api-tokens/serialize';
import * as apiTokens from '@/lib/contracts/api/api-tokens';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint(apiTokens.listApiTokens, async ({ actor }) => ({
    data: (await listApiTokens(actor)).map(serializeApiToken),
  })),
  POST: endpoint(apiTokens.createApiToken, async ({ actor, body }) => ({
    data: serializeNewApiToken(await createApiToken(actor, body.api_token)),
  })),
});
