import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CommentJson, CreateCommentInput } from '@/lib/contracts/comments';
import { api } from '../api/api-client';
import { pagesQuery, useChange } from './api-query';
import { upsertRow } from './list-change';
import { useLiveList } from './live-list';
import { queryKeys } from './query-keys';

/** The comments of an event by their moments, kept current by the server's messages. */
export function useComments(eventId: string) {
  const queryKey = queryKeys.comments(eventId);
  useLiveList({
    channel: 'CommentsChannel',
    queryKey,
    keep: (comment) => (comment.attributes.event_id === eventId ? comment : null),
    arrange: byMoment,
  });
  return useQuery(pagesQuery(queryKey, 'GET /events/{id}/comments', { params: { id: eventId } }));
}

/** By their moments; answers, which have that of their comment, in the order in which they came. */
const byMoment = (comments: CommentJson[]): CommentJson[] =>
  comments.toSorted(
    ({ attributes: one }, { attributes: other }) =>
      Date.parse(one.at) - Date.parse(other.at) || Date.parse(one.created_at) - Date.parse(other.created_at),
  );

/** Writing, answering, finishing and deleting comments of an event; their list is then loaded again. */
export function useCommentMutations(eventId: string) {
  const client = useQueryClient();
  const queryKey = queryKeys.comments(eventId);
  return {
    create: useChange([], async (comment: CreateCommentInput) => {
      const { data } = await api('POST /events/{id}/comments', { params: { id: eventId }, body: { comment } });
      client.setQueryData<CommentJson[]>(queryKey, (rows) => rows && byMoment(upsertRow(rows, data)));
    }),
    setDone: useChange([queryKey], ({ id, isDone }: { id: string; isDone: boolean }) =>
      api('PATCH /comments/{id}', { params: { id }, body: { comment: { is_done: isDone } } }),
    ),
    remove: useChange([queryKey], (id: string) => api('DELETE /comments/{id}', { params: { id } })),
  };
}
