import { z } from 'zod';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { pingDatabase } from '@/lib/platform/db/ping-database';

/** Whether this web process can do its work. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({ auth: 'public', reply: z.object({ status: z.literal('ok') }) }, async () => {
    await pingDatabase();
    return { status: 'ok' as const };
  }),
});
