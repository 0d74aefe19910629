import { listMetricsQuerySchema, metricSchema } from '../metrics';
import { declare, idParams } from './declare';
import { pageQuery, pageSchema } from './paging';

export const listMetrics = declare('listMetrics', {
  summary:
    'The latest samples of a stream, oldest first, each further page older; or those of a range thinned to at most 500',
  description: 'One sample a second while the stream is live, kept for 24 hours; one a minute, kept for 30 days.',
  auth: 'user',
  apiToken: 'read',
  params: idParams,
  query: listMetricsQuerySchema.extend(pageQuery({ limit: 100, maxLimit: 1_000 }).shape),
  reply: pageSchema(metricSchema),
});
