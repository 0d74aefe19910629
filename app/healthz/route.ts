import { z } from 'zod';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { pingDatabase } from '@/lib/platform/db/ping-database';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: endpoint({
    summary: 'Whether this web process can do its work',
    auth: 'public',
    reply: z.object({ status: z.literal('ok') }),
    handler: async () => {
      await pingDatabase();
      return { status: 'ok' as const };
    },
  }),
});
