import * as metrics from '@/lib/contracts/api/metrics';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { listMetrics } from '@/lib/metrics/list-metrics';
import { listMetricsRange } from '@/lib/metrics/list-metrics-range';
import { serializeMetric } from '@/lib/platform/db/serialize-sample';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: endpoint(metrics.listMetrics, async ({ actor, params, query: { range, limit } }) => {
    const samples = range ? listMetricsRange(actor, params.id, range) : listMetrics(actor, params.id, { limit });
    return { data: (await samples).map(serializeMetric) };
  }),
});
