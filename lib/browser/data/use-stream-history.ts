import { useQueries, useQuery } from '@tanstack/react-query';
import type { MetricsRange } from '@/lib/contracts/metrics';
import type { StreamJson } from '@/lib/contracts/streams';
import { api } from '../api/api-client';
import { loadPages } from './load-pages';
import { loadSamples } from './load-samples';
import { queryKeys } from './query-keys';

/** The ranges that the charts show. */
export type ShownRange = Extract<MetricsRange, '15m' | '1h' | '24h'>;

const refreshIntervalMs: Record<ShownRange, number> = { '15m': 10_000, '1h': 30_000, '24h': 120_000 };
const incidentsRefreshMs = 10_000;

/** The stored samples of a range, oldest first, refreshed as often as their chart changes; null loads nothing. */
export const useMetricsRange = (streamId: string, range: ShownRange | null) =>
  useQuery({
    queryKey: queryKeys.metricsRange(streamId, range ?? '15m'),
    queryFn: ({ signal }) => loadSamples(streamId, { range: range ?? '15m' }, signal),
    enabled: range !== null,
    refetchInterval: range !== null && refreshIntervalMs[range],
  });

/**
 * The history of a stream, newest first. Loaded again when the stream changes, because every change is a line of it.
 * @param mayRead whether the user may read it, else nothing is loaded
 */
export const useIncidents = ({ id, attributes: { status, signal } }: StreamJson, mayRead: boolean) =>
  useQuery({
    queryKey: [...queryKeys.incidents(id), status, signal],
    enabled: mayRead,
    queryFn: async (context) =>
      (await api('GET /streams/{id}/incidents', { params: { id }, signal: context.signal })).data,
    // Until then, the history of the same stream before it changed.
    placeholderData: (previous, query) => (query?.queryKey[1] === id ? previous : undefined),
    refetchInterval: incidentsRefreshMs,
  });

/**
 * The warnings and failures of several streams within a time, in the order of the streams, oldest first each.
 * @param mayRead whether the user may read them, else nothing is loaded
 */
export const useIncidentsWithin = (streamIds: string[], { from, to }: { from: string; to: string }, mayRead: boolean) =>
  useQueries({
    queries: streamIds.map((id) => ({
      queryKey: queryKeys.incidentsWithin(id, from, to),
      enabled: mayRead,
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const incidents = await loadPages((cursor) =>
          api('GET /streams/{id}/incidents', { params: { id }, query: { cursor, limit: 200, from, to }, signal }),
        );
        return incidents.filter(({ attributes }) => attributes.severity !== 'info').toReversed();
      },
    })),
  });
