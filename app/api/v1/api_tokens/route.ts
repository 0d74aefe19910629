import * as apiTokens from '@/lib/contracts/api/api-tokens';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import {
  createApiToken,
  listApiTokens,
  serializeApiToken,
  serializeNewApiToken,
} from '@/lib/use-cases/api-tokens/api-tokens';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(apiTokens.listApiTokens, async ({ actor }) => ({
    data: (await listApiTokens(actor)).map(serializeApiToken),
  })),
  endpoint(apiTokens.createApiToken, async ({ actor, body }) => ({
    data: serializeNewApiToken(await createApiToken(actor, body.api_token)),
  })),
);
