import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CreateTallySourceInput, UpdateTallySourceInput } from '@/lib/contracts/tally/tally';
import { api } from '../api/api-client';
import { queryKeys } from '../data/query-keys';

/** Interval between readings of the inputs while they are shown. */
const refreshMs = 2_000;

/** An event's tally sources with the inputs that they reported last, oldest first. */
export const useTallySources = (eventId: string) =>
  useQuery({
    queryKey: queryKeys.tallySources(eventId),
    queryFn: async ({ signal }) =>
      (await api('GET /events/{id}/tally_sources', { params: { id: eventId }, signal })).data,
    refetchInterval: refreshMs,
  });

/** Adding, changing and deleting tally sources of an event; the list is then loaded again. */
export function useTallySourceMutations(eventId: string) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: queryKeys.tallySources(eventId) });
  return {
    create: useMutation({
      mutationFn: (source: Pick<CreateTallySourceInput['tally_source'], 'name'>) =>
        api('POST /events/{id}/tally_sources', { params: { id: eventId }, body: { tally_source: source } }),
      onSettled,
    }),
    update: useMutation({
      mutationFn: ({ id, ...changes }: UpdateTallySourceInput['tally_source'] & { id: string }) =>
        api('PATCH /tally_sources/{id}', { params: { id }, body: { tally_source: changes } }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (id: string) => api('DELETE /tally_sources/{id}', { params: { id } }),
      onSettled,
    }),
  };
}
