import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api-client';
import { probeMedia } from '../../room/probe-media';
import { queryKeys } from '../query-keys';

/** What the server finds out about itself; asked again only by hand, for the checks take seconds. */
export const usePreflight = () =>
  useQuery({
    queryKey: queryKeys.preflight,
    queryFn: async ({ signal }) => (await api('GET /preflight', { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** How media gets from LiveKit to this browser; tried again only by hand. */
export const useMediaWay = () =>
  useQuery({
    queryKey: queryKeys.mediaWay,
    queryFn: async ({ signal }) => probeMedia((await api('POST /preflight/probe', { signal })).data),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
