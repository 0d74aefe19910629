import { useQuery } from '@tanstack/react-query';
import type { MetricsRange } from '@/lib/contracts/metrics';
import type { IncidentJson, StreamJson } from '@/lib/contracts/streams';
import { api } from '../api/api-client';
import { loadSamples } from './load-samples';
import { queryKeys } from './query-keys';

/** The ranges that are shown. */
export type ShownRange = Extract<MetricsRange, '15m' | '1h' | '24h'>;

const refreshIntervalMs: Record<ShownRange, number> = { '15m': 10_000, '1h': 30_000, '24h': 120_000 };
const incidentsRefreshMs = 10_000;

/** The stored samples of a range, oldest first, refreshed as often as a chart of it would change; null: of none. */
export const useMetricsRange = (streamId: string, range: ShownRange | null) =>
  useQuery({
    queryKey: queryKeys.metricsRange(streamId, range ?? '15m'),
    queryFn: ({ signal }) => loadSamples(streamId, `range=${range ?? '15m'}`, signal),
    enabled: range !== null,
    refetchInterval: range !== null && refreshIntervalMs[range],
  });

/** The history of a stream, newest first. Asked for again when the stream changes, as every change is a line of it. */
export const useIncidents = ({ id, attributes: { status, signal } }: StreamJson) =>
  useQuery({
    queryKey: [...queryKeys.incidents(id), status, signal],
    queryFn: async (context) =>
      (await api<{ data: IncidentJson[] }>('GET', `/streams/${id}/incidents`, undefined, context.signal)).data,
    // Until the new answer: that of the same stream before it changed.
    placeholderData: (previous, query) => (query?.queryKey[1] === id ? previous : undefined),
    refetchInterval: incidentsRefreshMs,
  });
