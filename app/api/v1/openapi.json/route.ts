import { declarations, getOpenapi } from '@/lib/contracts/api/declarations';
import { endpoint } from '@/lib/http/endpoint';
import { openapi } from '@/lib/http/openapi';
import { route } from '@/lib/http/route';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint(getOpenapi, async () =>
    openapi(Object.values(declarations).filter((declaration) => declaration !== getOpenapi)),
  ),
});
