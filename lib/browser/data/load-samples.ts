import type { MetricJson, MetricsRange } from '@/lib/contracts/metrics';
import { api } from '../api/api-client';
import { dataOf } from '../api/data-of';

/**
 * The samples of a stream, oldest first.
 * @param query the number of latest samples, or a range
 * @throws ApiError
 */
export async function loadSamples(
  streamId: string,
  query: { limit: number } | { range: MetricsRange },
  signal: AbortSignal,
): Promise<MetricJson[]> {
  return dataOf(await api('GET /streams/{id}/metrics', { params: { id: streamId }, query, signal }));
}
