import * as apiTokens from '@/lib/contracts/api/api-tokens';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { createApiToken } from '@/lib/use-cases/api-tokens/create-api-token';
import { listApiTokens } from '@/lib/use-cases/api-tokens/list-api-tokens';
import { serializeApiToken, serializeNewApiToken } from '@/lib/use-cases/api-tokens/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint(apiTokens.listApiTokens, async ({ actor }) => ({
    data: (await listApiTokens(actor)).map(serializeApiToken),
  })),
  POST: endpoint(apiTokens.createApiToken, async ({ actor, body }) => ({
    data: serializeNewApiToken(await createApiToken(actor, body.api_token)),
  })),
});
