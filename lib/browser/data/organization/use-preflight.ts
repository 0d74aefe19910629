import { useQuery } from '@tanstack/react-query';
import { dataQuery } from '../api-query';
import { queryKeys } from '../query-keys';

/** The server's findings about itself. Reloaded by hand only, because the checks take seconds. */
export const usePreflight = () =>
  useQuery({ ...dataQuery(queryKeys.preflight, 'GET /preflight'), staleTime: Number.POSITIVE_INFINITY });
