import { z } from 'zod';
import { endpoint } from '@/lib/http/endpoint';
import { openapi } from '@/lib/http/openapi';
import { route } from '@/lib/http/route';
import { routes } from '../routes';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: endpoint({
    summary: 'This API as an OpenAPI 3.1 document',
    auth: 'public',
    reply: z.looseObject({ openapi: z.literal('3.1.0') }),
    handler: async () => openapi(routes),
  }),
});
