import { useQuery } from '@tanstack/react-query';
import type { CreateTallySourceInput, UpdateTallySourceInput } from '@/lib/contracts/tally/tally';
import { api } from '../api/api-client';
import { dataQuery, useChange } from '../data/api-query';
import { queryKeys } from '../data/query-keys';

/** Interval between readings of the inputs while they are shown. */
const refreshMs = 2_000;

/** An event's tally sources with the inputs that they reported last, oldest first. */
export const useTallySources = (eventId: string) =>
  useQuery({
    ...dataQuery(queryKeys.tallySources(eventId), 'GET /events/{id}/tally_sources', { params: { id: eventId } }),
    refetchInterval: refreshMs,
  });

/** Adding, changing and deleting tally sources of an event; the list is then loaded again. */
export function useTallySourceMutations(eventId: string) {
  const reloads = [queryKeys.tallySources(eventId)];
  return {
    create: useChange(reloads, (source: Pick<CreateTallySourceInput['tally_source'], 'name'>) =>
      api('POST /events/{id}/tally_sources', { params: { id: eventId }, body: { tally_source: source } }),
    ),
    update: useChange(
      reloads,
      ({ id, ...changes }: UpdateTallySourceInput['tally_source'] & { id: string }) =>
        api('PATCH /tally_sources/{id}', { params: { id }, body: { tally_source: changes } }),
      // The last change has the whole mapping, and so must arrive last.
      { scope: { id: `tally sources ${eventId}` } },
    ),
    remove: useChange(reloads, (id: string) => api('DELETE /tally_sources/{id}', { params: { id } })),
  };
}
