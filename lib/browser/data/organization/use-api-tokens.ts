import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CreateApiTokenInput } from '@/lib/contracts/organization/api-tokens';
import { api } from '../../api/api-client';
import { queryKeys } from '../query-keys';
import { reloadAfterError } from '../reload-after-error';

/**
 * The organization's API tokens. A page that could not load them tries again every 5 s.
 * @param enabled false for who may not see them
 */
export const useApiTokens = ({ enabled = true } = {}) =>
  useQuery({
    enabled,
    queryKey: queryKeys.apiTokens,
    queryFn: async ({ signal }) => (await api('GET /api_tokens', { signal })).data,
    refetchInterval: reloadAfterError,
  });

/** Creating and revoking API tokens; the list is then loaded again. */
export function useApiTokenMutations() {
  const client = useQueryClient();
  // Also after a failure, because another admin may have revoked it.
  const onSettled = () => client.invalidateQueries({ queryKey: queryKeys.apiTokens });
  return {
    create: useMutation({
      mutationFn: async (token: CreateApiTokenInput['api_token']) =>
        (await api('POST /api_tokens', { body: { api_token: token } })).data,
      onSettled,
    }),
    revoke: useMutation({
      mutationFn: (id: string) => api('DELETE /api_tokens/{id}', { params: { id } }),
      onSettled,
    }),
  };
}
