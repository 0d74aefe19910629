import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as addresses from '@/lib/contracts/api/addresses';
import type { PlanSlug } from '@/lib/contracts/plans';
import { api } from '../api/api-client';
import { refreshIntervalMs } from '../cable/use-cable';
import { queryKeys } from './query-keys';

/** The organization's plan and what of it is used, loaded again every 5 s. */
export const usePlan = () =>
  useQuery({
    queryKey: queryKeys.plan,
    queryFn: async ({ signal }) => (await api(addresses.getPlan, { signal })).data,
    refetchInterval: refreshIntervalMs,
  });

/** Chooses a plan. */
export function useChangePlan() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (slug: PlanSlug) => api(addresses.changePlan, { body: { plan: { slug } } }),
    onSuccess: ({ data }) => client.setQueryData(queryKeys.plan, data),
  });
}
