import { useQuery } from '@tanstack/react-query';
import { minuteMs } from '@/lib/core/durations';
import { api } from '../api/api-client';
import { queryKeys } from './query-keys';

/** The server's addresses in local networks, for a browser that runs on the same machine. @param isNeeded false loads none */
export const useLanAddresses = (isNeeded: boolean) =>
  useQuery({
    queryKey: queryKeys.lanAddresses,
    queryFn: async ({ signal }) => (await api('GET /lan_addresses', { signal })).data,
    enabled: isNeeded,
    staleTime: minuteMs,
  });
