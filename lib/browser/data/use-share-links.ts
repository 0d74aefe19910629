import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { createShareLinkInputSchema } from '@/lib/contracts/share-links';
import { api } from '../api/api-client';
import { dataQuery, useChange } from './api-query';
import { queryKeys } from './query-keys';

export type NewShareLink = z.input<typeof createShareLinkInputSchema>['share_link'];

/** Interval between refreshes of the list, whose viewers change. */
const refreshMs = 5_000;

/** An event's newest share links, with who watches by them now. */
export const useShareLinks = (eventId: string) =>
  useQuery({
    ...dataQuery(queryKeys.shareLinks(eventId), 'GET /events/{id}/share_links', { params: { id: eventId } }),
    refetchInterval: refreshMs,
  });

/** Making and revoking share links of an event; the list is then loaded again. */
export function useShareLinkMutations(eventId: string) {
  const reloads = [queryKeys.shareLinks(eventId)];
  return {
    create: useChange(
      reloads,
      async (link: NewShareLink) =>
        (await api('POST /events/{id}/share_links', { params: { id: eventId }, body: { share_link: link } })).data,
    ),
    update: useChange(reloads, ({ id, canComment }: { id: string; canComment: boolean }) =>
      api('PATCH /share_links/{id}', { params: { id }, body: { share_link: { can_comment: canComment } } }),
    ),
    revoke: useChange(reloads, (id: string) => api('DELETE /share_links/{id}', { params: { id } })),
  };
}
