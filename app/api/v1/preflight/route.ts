import * as preflight from '@/lib/contracts/api/preflight';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { getPreflight } from '@/lib/use-cases/system/get-preflight';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(preflight.getPreflight, async ({ actor, request }) => ({
    data: await getPreflight(actor, request.headers.get('host')),
  })),
);
