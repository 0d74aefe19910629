import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/api-client';
import { queryKeys } from '../query-keys';
import { reloadAfterError } from '../reload-after-error';

/** Where the user is signed in. A page that could not load it tries again every 5 s. */
export const useAuthSessions = () =>
  useQuery({
    queryKey: queryKeys.authSessions,
    queryFn: async ({ signal }) => (await api('GET /auth/sessions', { signal })).data,
    refetchInterval: reloadAfterError,
  });

/** Ending one auth session, or all others; the list is then loaded again. */
export function useEndAuthSessions() {
  const client = useQueryClient();
  // Also after a failure: the session may have ended by itself.
  const onSettled = () => client.invalidateQueries({ queryKey: queryKeys.authSessions });
  return {
    end: useMutation({
      mutationFn: (id: string) => api('DELETE /auth/sessions/{id}', { params: { id } }),
      onSettled,
    }),
    endOthers: useMutation({ mutationFn: () => api('DELETE /auth/sessions'), onSettled }),
  };
}
