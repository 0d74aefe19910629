import { z } from 'zod';
import { listMetricsQuerySchema, metricSchema } from '../metrics';
import * as addresses from './addresses';
import { declare, idParams } from './declare';

export const listMetrics = declare(addresses.listMetrics, {
  summary: 'The latest samples of a stream, or those of a range thinned to at most 500, oldest first',
  auth: 'user',
  params: idParams,
  query: listMetricsQuerySchema,
  reply: z.object({ data: z.array(metricSchema) }),
});
