import { lifetimes, timeWords } from '../limits';
import { listMetricsQuerySchema, metricSchema } from '../metrics';
import { declare, idParams } from './declare';
import { pageQuery, pageSchema } from './paging';

export const listMetrics = declare('listMetrics', {
  summary: 'List the latest samples of a stream, oldest first; with a range, at most 500 averages',
  description: `One sample a second while the stream is live, kept for ${timeWords(lifetimes.sample)}; one a minute, kept for ${timeWords(lifetimes.sampleMinute)}.`,
  auth: 'user',
  apiToken: 'read',
  params: idParams,
  query: listMetricsQuerySchema.extend(pageQuery({ limit: 100, maxLimit: 1_000 }).shape),
  reply: pageSchema(metricSchema),
});
