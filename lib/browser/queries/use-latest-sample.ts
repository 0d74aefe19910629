import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { MetricJson } from '@/lib/contracts/metrics';
import { refreshIntervalMs, useCable, useIsCableConnected } from '../cable/use-cable';
import { loadSamples } from './load-samples';
import { queryKeys } from './query-keys';

/**
 * The latest sample of a stream, a new one each second while it is live. With a subscription comes the one that is
 * latest then, so that nothing is asked for while messages come.
 * @param follow false: as it is known, without following the stream
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
    queryFn: async ({ signal }) => (await loadSamples(streamId, 'limit=1', signal)).at(-1) ?? null,
    enabled: follow && !isConnected,
    refetchInterval: refreshIntervalMs,
  });
  return data ?? undefined;
}
