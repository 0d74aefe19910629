import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { MetricJson } from '@/lib/contracts/metrics';
import { loadSamples } from './load-samples';
import { queryKeys } from './query-keys';
import { refreshIntervalMs, useCable, useIsCableConnected } from './use-cable';

/**
 * The latest sample of a stream, a new one each second while it is live. A subscription starts with the latest sample,
 * so that the API is queried only while the cable is not connected.
 * @param follow false: only what is known already
 * @returns undefined while none is known
 */
export function useLatestSample(streamId: string, follow: boolean): MetricJson | undefined {
  const client = useQueryClient();
  const isConnected = useIsCableConnected();
  const queryKey = queryKeys.latestSample(streamId);
  useCable(follow ? { name: 'StreamMetricsChannel', streamId } : null, {
    onMessage: ({ metrics }) => void client.setQueryData<MetricJson | null>(queryKey, metrics),
  });
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await loadSamples(streamId, { limit: 1 }, signal)).at(-1) ?? null,
    enabled: follow && !isConnected,
    refetchInterval: refreshIntervalMs,
  });
  return data ?? undefined;
}
