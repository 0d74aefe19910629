import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { MetricJson } from '@/lib/contracts/metrics';
import { appendSample, keptSamples } from './append-sample';
import { loadSamples } from './load-samples';
import { queryKeys } from './query-keys';
import { refreshIntervalMs, useCable, useIsCableConnected } from './use-cable';

/** Samples that were updated more recently than this are complete: another subscriber follows the stream already. */
const freshMs = 2_000;

/**
 * The last 100 samples of a stream, oldest first; one more arrives each second while the stream is live.
 * @param follow false returns the samples that are known, without subscribing to the stream
 * @returns undefined while no samples are known
 */
export function useLiveMetrics(streamId: string, follow: boolean): MetricJson[] | undefined {
  const client = useQueryClient();
  const isConnected = useIsCableConnected();
  const queryKey = queryKeys.liveMetrics(streamId);
  useCable(follow ? { name: 'StreamMetricsChannel', streamId } : null, {
    onMessage({ type, metrics }) {
      if (type !== 'stream_metrics') return;
      client.setQueryData<MetricJson[]>(queryKey, (samples) => samples && appendSample(samples, metrics));
    },
    onConfirm() {
      // A reconnect has missed samples, unless they are being fetched or have just been.
      const { fetchStatus, dataUpdatedAt = 0 } = client.getQueryState(queryKey) ?? {};
      if (fetchStatus === 'idle' && Date.now() - dataUpdatedAt > freshMs) void client.invalidateQueries({ queryKey });
    },
  });
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => loadSamples(streamId, { limit: keptSamples }, signal),
    enabled: follow,
    // Comparing a hundred samples field by field with the last answer would cost more than rendering them.
    structuralSharing: false,
    staleTime: isConnected ? Number.POSITIVE_INFINITY : 0,
    refetchInterval: isConnected ? false : refreshIntervalMs,
  });
  return data;
}
