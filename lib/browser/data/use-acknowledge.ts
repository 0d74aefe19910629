import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/api-client';
import { queryKeys } from './query-keys';

/** Acknowledges an alarm. /cable tells everyone. */
export function useAcknowledge() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, code, since }: { id: string; code: string; since: string }) =>
      api('POST /streams/{id}/acknowledge', { params: { id }, body: { alarm: { code, since } } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.streams }),
  });
}
