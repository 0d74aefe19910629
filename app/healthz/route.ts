import { z } from 'zod';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';

/** Whether this web process runs. /readyz says whether Postgres and the bus answer it: a restart would not help them. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint({ method: 'GET', auth: 'public', reply: z.object({ status: z.literal('ok') }) }, async () => ({
    status: 'ok' as const,
  })),
);
