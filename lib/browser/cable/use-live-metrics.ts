import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { MetricJson } from '@/lib/contracts/metrics';
import { loadSamples } from '../queries/load-samples';
import { queryKeys } from '../queries/query-keys';
import { appendSample, keptSamples } from './live-samples';
import { refreshIntervalMs, useCable, useIsCableConnected } from './use-cable';

/** Somebody follows the stream already if its last sample came no longer ago. */
const freshMs = 2_000;

/**
 * The last 100 samples of a stream, oldest first, one more each second while it is live.
 * @param follow false: as they are known, without following the stream
 * @returns undefined while they are not known
 */
export function useLiveMetrics(streamId: string, follow: boolean): MetricJson[] | undefined {
  const client = useQueryClient();
  const isConnected = useIsCableConnected();
  const queryKey = queryKeys.liveMetrics(streamId);
  useCable(follow ? { name: 'StreamMetricsChannel', streamId } : null, {
    onMessage({ metrics }) {
      client.setQueryData<MetricJson[]>(queryKey, (samples) => samples && appendSample(samples, metrics));
    },
    onConfirm() {
      // After a new connection the samples in between are missing, unless they are being asked for or came just now.
      const { fetchStatus, dataUpdatedAt = 0 } = client.getQueryState(queryKey) ?? {};
      if (fetchStatus === 'idle' && Date.now() - dataUpdatedAt > freshMs) void client.invalidateQueries({ queryKey });
    },
  });
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => loadSamples(streamId, { limit: keptSamples }, signal),
    enabled: follow,
    // Compared with the last answer field by field, a hundred samples would cost more than all that is drawn of them.
    structuralSharing: false,
    staleTime: isConnected ? Number.POSITIVE_INFINITY : 0,
    refetchInterval: isConnected ? false : refreshIntervalMs,
  });
  return data;
}
