import { describedDeclarations, getOpenapi } from '@/lib/contracts/api/declarations';
import { describeApi } from '@/lib/contracts/openapi/describe-api';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { webEnv } from '@/lib/platform/env/web-env';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint(getOpenapi, async () => describeApi(describedDeclarations, webEnv().PRODUCT_NAME)),
});
