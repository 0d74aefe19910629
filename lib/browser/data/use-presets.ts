import { useQuery } from '@tanstack/react-query';
import type { CreatePresetInput, UpdatePresetInput } from '@/lib/contracts/presets';
import { api } from '../api/api-client';
import { dataQuery, useChange } from './api-query';
import { queryKeys } from './query-keys';

/** The query for the multiview presets of an event, oldest first. */
export const presetsQuery = (eventId: string) =>
  dataQuery(queryKeys.presets(eventId), 'GET /events/{id}/presets', { params: { id: eventId } });

/** {@link presetsQuery}, loaded with the page, so that recalling one asks nobody. */
export const usePresets = (eventId: string) => useQuery(presetsQuery(eventId));

/** Saving, changing and deleting presets of an event; the list is then loaded again. */
export function usePresetMutations(eventId: string) {
  const reloads = [queryKeys.presets(eventId)];
  return {
    create: useChange(reloads, (preset: CreatePresetInput['preset']) =>
      api('POST /events/{id}/presets', { params: { id: eventId }, body: { preset } }),
    ),
    update: useChange(reloads, ({ id, ...preset }: UpdatePresetInput['preset'] & { id: string }) =>
      api('PATCH /presets/{id}', { params: { id }, body: { preset } }),
    ),
    remove: useChange(reloads, (id: string) => api('DELETE /presets/{id}', { params: { id } })),
  };
}
