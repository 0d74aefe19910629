import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PlanSlug } from '@/lib/contracts/plans';
import { api } from '../../api/api-client';
import { dataQuery } from '../api-query';
import { queryKeys } from '../query-keys';
import { refreshIntervalMs } from '../use-cable';

/** The organization's plan and what of it is used, loaded again every 5 s. */
export const usePlan = () =>
  useQuery({ ...dataQuery(queryKeys.plan, 'GET /plan'), refetchInterval: refreshIntervalMs });

export interface ChosenPlan {
  slug: PlanSlug;
  /** How often it is paid; a month where nothing else is said. */
  period?: 'month' | 'year';
}

/** Chooses a plan, and continues at the payment provider's page if there is one. */
export function useChangePlan() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (plan: ChosenPlan) => api('PUT /plan', { body: { plan } }),
    onSuccess: ({ data: { payment_url: paymentUrl, ...state } }) => {
      client.setQueryData(queryKeys.plan, state);
      if (paymentUrl) location.assign(paymentUrl);
    },
  });
}
