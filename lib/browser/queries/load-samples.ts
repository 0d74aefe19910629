import type { MetricJson, MetricsRange } from '@/lib/contracts/metrics';
import { api } from '../api/api-client';

/** The samples of a stream, oldest first: so many of the last, or those of a range. @throws ApiError */
export async function loadSamples(
  streamId: string,
  which: `limit=${number}` | `range=${MetricsRange}`,
  signal: AbortSignal,
): Promise<MetricJson[]> {
  const path = `/streams/${streamId}/metrics?${which}`;
  return (await api<{ data: MetricJson[] }>('GET', path, undefined, signal)).data;
}
