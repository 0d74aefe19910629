import { useQuery } from '@tanstack/react-query';
import type { CreateEditInput, UpdateEditInput } from '@/lib/contracts/edits';
import { api } from '../api/api-client';
import { pagesQuery, useChange } from './api-query';
import { queryKeys } from './query-keys';

/** The versions of a show's cuts, oldest first. */
export const useEdits = (eventId: string) =>
  useQuery(pagesQuery(queryKeys.edits(eventId), 'GET /events/{id}/edits', { params: { id: eventId } }));

/** Keeping, changing and deleting those versions; their list is then loaded again. */
export function useEditChanges(eventId: string) {
  const keys = [queryKeys.edits(eventId)];
  return {
    create: useChange(keys, (edit: CreateEditInput) =>
      api('POST /events/{id}/edits', { params: { id: eventId }, body: { edit } }),
    ),
    update: useChange(keys, ({ id, ...edit }: UpdateEditInput & { id: string }) =>
      api('PATCH /edits/{id}', { params: { id }, body: { edit } }),
    ),
    remove: useChange(keys, (id: string) => api('DELETE /edits/{id}', { params: { id } })),
  };
}
