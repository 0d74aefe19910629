import * as preflight from '@/lib/contracts/api/preflight';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { getPreflight } from '@/lib/preflight/get-preflight';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint(preflight.getPreflight, async ({ actor, request }) => ({
    data: await getPreflight(actor, request.headers.get('host')),
  })),
});
