import { useQuery } from '@tanstack/react-query';
import * as addresses from '@/lib/contracts/api/addresses';
import { api } from '../../api/api-client';
import { probeMedia } from '../../room/probe-media';
import { queryKeys } from '../query-keys';

/** What the server finds out about itself; asked again only by hand, for the checks take seconds. */
export const usePreflight = () =>
  useQuery({
    queryKey: queryKeys.preflight,
    queryFn: async ({ signal }) => (await api(addresses.getPreflight, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** How media gets from LiveKit to this browser; tried again only by hand. */
export const useMediaWay = () =>
  useQuery({
    queryKey: queryKeys.mediaWay,
    queryFn: async ({ signal }) => probeMedia((await api(addresses.createProbe, { signal })).data),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
