import { useMutation, useQuery } from '@tanstack/react-query';
import type { LineUpFacts } from '@/lib/contracts/line-ups';
import { api } from '../api/api-client';
import { dataQuery } from './api-query';
import { queryKeys } from './query-keys';

const pollMs = 1_000;

/** Lines an event up, and waits for the result. */
export function useLineUp(eventId: string) {
  const params = { id: eventId };
  const begun = useMutation({
    mutationFn: async () => (await api('POST /events/{id}/line_ups', { params })).data.id,
  });
  const id = begun.data;
  const newest = useQuery({
    ...dataQuery(queryKeys.lineUp(eventId, id), 'GET /events/{id}/line_ups', { params, query: { limit: 5 } }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (resultIn(state.data, id) ? false : pollMs),
  });
  return { begin: begun.mutate, result: resultIn(newest.data, id), error: begun.error ?? newest.error };
}

const resultIn = (
  lineUps: { id: string; attributes: { result: LineUpFacts | null } }[] | undefined,
  id: string | undefined,
): LineUpFacts | null => lineUps?.find((lineUp) => lineUp.id === id)?.attributes.result ?? null;
