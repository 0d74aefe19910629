import * as preflight from '@/lib/contracts/api/preflight';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { livekitPublicUrl } from '@/lib/platform/livekit/public-url';
import { createProbe } from '@/lib/use-cases/system/get-preflight';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(preflight.createProbe, async ({ actor, request }) => ({
    data: await createProbe(actor, livekitPublicUrl(request)),
  })),
);
