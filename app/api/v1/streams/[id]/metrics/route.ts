import { z } from 'zod';
import { idParams } from '@/lib/contracts/id-params';
import { listMetricsQuerySchema, metricSchema } from '@/lib/contracts/metrics';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { listMetrics } from '@/lib/metrics/list-metrics';
import { listMetricsRange } from '@/lib/metrics/list-metrics-range';
import { serializeMetric } from '@/lib/platform/db/serialize-sample';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: endpoint({
    summary: 'The latest samples of a stream, or those of a range thinned to at most 500, oldest first',
    auth: 'user',
    params: idParams,
    query: listMetricsQuerySchema,
    reply: z.object({ data: z.array(metricSchema) }),
    handler: async ({ actor, params, query: { range, limit } }) => {
      const samples = range ? listMetricsRange(actor, params.id, range) : listMetrics(actor, params.id, { limit });
      return { data: (await samples).map(serializeMetric) };
    },
  }),
});
