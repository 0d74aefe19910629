import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CreatePresetInput, UpdatePresetInput } from '@/lib/contracts/presets';
import { api } from '../api/api-client';
import { queryKeys } from './query-keys';

/** The query for the multiview presets of an event, oldest first. */
export const presetsQuery = (eventId: string) =>
  queryOptions({
    queryKey: queryKeys.presets(eventId),
    queryFn: async ({ signal }) => (await api('GET /events/{id}/presets', { params: { id: eventId }, signal })).data,
  });

/** {@link presetsQuery}, loaded with the page, so that recalling one asks nobody. */
export const usePresets = (eventId: string) => useQuery(presetsQuery(eventId));

/** Saving, changing and deleting presets of an event; the list is then loaded again. */
export function usePresetMutations(eventId: string) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: queryKeys.presets(eventId) });
  return {
    create: useMutation({
      mutationFn: (preset: CreatePresetInput['preset']) =>
        api('POST /events/{id}/presets', { params: { id: eventId }, body: { preset } }),
      onSettled,
    }),
    update: useMutation({
      mutationFn: ({ id, ...preset }: UpdatePresetInput['preset'] & { id: string }) =>
        api('PATCH /presets/{id}', { params: { id }, body: { preset } }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (id: string) => api('DELETE /presets/{id}', { params: { id } }),
      onSettled,
    }),
  };
}
