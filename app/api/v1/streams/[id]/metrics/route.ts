import { z } from 'zod';
import { endpoint } from '@/lib/http/endpoint';
import { idParams } from '@/lib/http/id-params';
import { route } from '@/lib/http/route';
import { listMetrics } from '@/lib/metrics/list-metrics';
import { listMetricsQuerySchema, metricSchema } from '@/lib/metrics/schema';
import { serializeMetric } from '@/lib/metrics/serialize';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: endpoint({
    summary: 'The latest samples of a stream, oldest first',
    auth: 'user',
    params: idParams,
    query: listMetricsQuerySchema,
    reply: z.object({ data: z.array(metricSchema) }),
    handler: async ({ actor, params, query }) => ({
      data: (await listMetrics(actor, params.id, query)).map(serializeMetric),
    }),
  }),
});
