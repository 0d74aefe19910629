import { useQuery } from '@tanstack/react-query';
import type { CreateApiTokenInput } from '@/lib/contracts/organization/api-tokens';
import { api } from '../../api/api-client';
import { dataQuery, reloadAfterError, useChange } from '../api-query';
import { queryKeys } from '../query-keys';

/**
 * The organization's API tokens. A page that could not load them tries again every 5 s.
 * @param enabled false for who may not see them
 */
export const useApiTokens = ({ enabled = true } = {}) =>
  useQuery({
    ...dataQuery(queryKeys.apiTokens, 'GET /api_tokens'),
    enabled,
    refetchInterval: reloadAfterError,
  });

/** Creating and revoking API tokens; the list is then loaded again. */
export const useApiTokenMutations = () => ({
  create: useChange(
    [queryKeys.apiTokens],
    async (token: CreateApiTokenInput['api_token']) =>
      (await api('POST /api_tokens', { body: { api_token: token } })).data,
  ),
  revoke: useChange([queryKeys.apiTokens], (id: string) => api('DELETE /api_tokens/{id}', { params: { id } })),
});
