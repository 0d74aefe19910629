import { useQueries, useQuery } from '@tanstack/react-query';
import type { IncidentJson, StreamJson } from '@/lib/contracts/streams';
import { dataQuery, pagesQuery } from './api-query';
import { queryKeys } from './query-keys';

const incidentsRefreshMs = 10_000;

/**
 * The history of a stream, newest first. Loaded again when the stream changes, because every change is a line of it.
 * @param mayRead whether the user may read it, else nothing is loaded
 */
export const useIncidents = ({ id, attributes: { status, signal } }: StreamJson, mayRead: boolean) =>
  useQuery({
    ...dataQuery([...queryKeys.incidents(id), status, signal], 'GET /streams/{id}/incidents', { params: { id } }),
    enabled: mayRead,
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
      ...pagesQuery(queryKeys.incidentsWithin(id, from, to), 'GET /streams/{id}/incidents', {
        params: { id },
        query: { limit: 200, from, to },
      }),
      enabled: mayRead,
      select: withoutInfo,
    })),
  });

const withoutInfo = (incidents: IncidentJson[]): IncidentJson[] =>
  incidents.filter(({ attributes }) => attributes.severity !== 'info').toReversed();
