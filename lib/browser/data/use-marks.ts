import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MarkJson } from '@/lib/contracts/marks';
import { api } from '../api/api-client';
import { pagesQuery } from './api-query';
import { removeRow, upsertRow } from './list-change';
import { useLiveList } from './live-list';
import { queryKeys } from './query-keys';
import { setMark } from './set-mark';

/** The marks of an event by time, kept current by the server's messages. */
export function useMarks(eventId: string) {
  const queryKey = queryKeys.marks(eventId);
  useLiveList({
    channel: 'MarksChannel',
    queryKey,
    keep: (mark) => (mark.attributes.event_id === eventId ? mark : null),
    arrange: byTime,
  });
  return useQuery(pagesQuery(queryKey, 'GET /events/{id}/marks', { params: { id: eventId } }));
}

const byTime = (marks: MarkJson[]): MarkJson[] =>
  marks.toSorted((a, b) => Date.parse(a.attributes.at) - Date.parse(b.attributes.at));

/** Setting, renaming and deleting marks of an event. A failed change loads the list again. */
export function useMarkMutations(eventId: string) {
  const client = useQueryClient();
  const queryKey = queryKeys.marks(eventId);
  const onError = () => client.invalidateQueries({ queryKey });
  const change = (update: (marks: MarkJson[]) => MarkJson[]) =>
    client.setQueryData<MarkJson[]>(queryKey, (marks) => marks && update(marks));
  return {
    create: useMutation({
      ...setMark((mark) => api('POST /events/{id}/marks', { params: { id: eventId }, body: { mark } })),
      onSuccess: ({ data }) => change((marks) => byTime(upsertRow(marks, data))),
    }),
    rename: useMutation({
      mutationFn: ({ id, name }: { id: string; name: string }) =>
        api('PATCH /marks/{id}', { params: { id }, body: { mark: { name } } }),
      onMutate: ({ id, name }) =>
        change((marks) =>
          marks.map((mark) => (mark.id === id ? { ...mark, attributes: { ...mark.attributes, name } } : mark)),
        ),
      onError,
    }),
    remove: useMutation({
      mutationFn: (id: string) => api('DELETE /marks/{id}', { params: { id } }),
      onMutate: (id) => change((marks) => removeRow(marks, id)),
      onError,
    }),
  };
}
