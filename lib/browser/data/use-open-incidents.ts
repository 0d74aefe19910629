import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OpenIncidentJson } from '@/lib/contracts/open-incidents';
import type { StreamJson } from '@/lib/contracts/streams';
import { api } from '../api/api-client';
import { dataQuery, useChange } from './api-query';
import { queryKeys } from './query-keys';

/** A new alarm changes a stream, which loads them at once; others age. */
const refreshMs = 60_000;

/**
 * The alarms of the last day that nobody acknowledged, newest first. Loaded again when a stream's problems change.
 * @param mayRead whether the user may read them, else nothing is loaded
 */
export const useOpenIncidents = (streams: readonly StreamJson[], mayRead: boolean) =>
  useQuery({
    ...dataQuery([...queryKeys.openIncidents, troubleOf(streams)], 'GET /incidents', {}),
    enabled: mayRead,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });

/** Names what a new alarm, and its acknowledgement by anybody, changes of the streams. */
const troubleOf = (streams: readonly StreamJson[]): string =>
  streams
    .flatMap(({ id, attributes }) => [
      `${id} ${attributes.signal}`,
      ...(attributes.findings ?? []).map(
        ({ code, since, acknowledged }) => `${code} ${since} ${acknowledged?.at ?? ''}`,
      ),
    ])
    .join();

/** Acknowledges an incident for all members. It is gone at once. */
export function useAcknowledgeIncident() {
  const client = useQueryClient();
  return useChange([queryKeys.openIncidents, queryKeys.streams], async (id: string) => {
    await api('POST /incidents/{id}/acknowledge', { params: { id } });
    client.setQueriesData<OpenIncidentJson[]>({ queryKey: queryKeys.openIncidents }, (rows) =>
      rows?.filter((row) => row.id !== id),
    );
  });
}
