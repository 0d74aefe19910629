import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { MetricJson, MetricsRange } from '@/lib/contracts/metrics';
import { api } from '../api/api-client';
import { dataOf } from '../api/send-request';
import { queryKeys } from './query-keys';
import { refreshIntervalMs, useCable, useIsCableConnected } from './use-cable';

/** How many samples of a stream are kept (spec, section 9). */
export const keptSamples = 100;

/** The samples with one more, without the oldest. A sample that is not newer than the last one is already included. */
export function appendSample(samples: MetricJson[], sample: MetricJson): MetricJson[] {
  const last = samples.at(-1);
  return last && last.recorded_at >= sample.recorded_at ? samples : [...samples, sample].slice(-keptSamples);
}

/**
 * The samples of a stream, oldest first.
 * @param query the number of latest samples, or a range
 * @throws ApiError
 */
async function loadSamples(
  streamId: string,
  query: { limit: number } | { range: MetricsRange },
  signal: AbortSignal,
): Promise<MetricJson[]> {
  return dataOf(await api('GET /streams/{id}/metrics', { params: { id: streamId }, query, signal }));
}

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

/** The ranges that the charts show. */
export type ShownRange = Extract<MetricsRange, '15m' | '1h' | '24h'>;

const rangeRefreshMs: Record<ShownRange, number> = { '15m': 10_000, '1h': 30_000, '24h': 120_000 };

/** The stored samples of a range, oldest first, refreshed as often as their chart changes; null loads nothing. */
export const useMetricsRange = (streamId: string, range: ShownRange | null) =>
  useQuery({
    queryKey: queryKeys.metricsRange(streamId, range ?? '15m'),
    queryFn: ({ signal }) => loadSamples(streamId, { range: range ?? '15m' }, signal),
    enabled: range !== null,
    refetchInterval: range !== null && rangeRefreshMs[range],
  });
