import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api-client';
import { probeMedia } from '../../room/probe-media';
import { queryKeys } from '../query-keys';

/** The server's findings about itself. Reloaded by hand only, because the checks take seconds. */
export const usePreflight = () =>
  useQuery({
    queryKey: queryKeys.preflight,
    queryFn: async ({ signal }) => (await api('GET /preflight', { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The path of media from LiveKit to this browser. Probed again by hand only. */
export const useMediaWay = () =>
  useQuery({
    queryKey: queryKeys.mediaWay,
    queryFn: async ({ signal }) => probeMedia((await api('POST /preflight/probe', { signal })).data),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
