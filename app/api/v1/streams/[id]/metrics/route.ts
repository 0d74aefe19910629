import * as metrics from '@/lib/contracts/api/metrics';
import { pageAnswer } from '@/lib/contracts/api/paging';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { serializeMetric } from '@/lib/platform/db/samples';
import { listMetrics, listMetricsRange } from '@/lib/use-cases/metrics/list-metrics';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(metrics.listMetrics, async ({ actor, params, query: { range, limit, cursor } }) => {
    const page = range
      ? { rows: await listMetricsRange(actor, params.id, range), next: null }
      : await listMetrics(actor, params.id, { limit, cursor });
    return pageAnswer(page, serializeMetric);
  }),
);
