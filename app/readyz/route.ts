import { z } from 'zod';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { requireReady } from '@/lib/platform/process/readiness';

/** Whether a load balancer may send requests to this web process. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint({ method: 'GET', auth: 'public', reply: z.object({ status: z.literal('ready') }) }, async () => {
    await requireReady();
    return { status: 'ready' as const };
  }),
);
