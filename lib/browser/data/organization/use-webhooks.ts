import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CreateWebhookInput, UpdateWebhookInput } from '@/lib/contracts/organization/webhooks';
import { api } from '../../api/api-client';
import { dataQuery, reloadAfterError, useChange } from '../api-query';
import { queryKeys } from '../query-keys';

const pendingRefreshMs = 1_000;
const calmRefreshMs = 10_000;

/** The organization's webhooks. A page that could not load them tries again every 5 s. */
export const useWebhooks = () =>
  useQuery({ ...dataQuery(queryKeys.webhooks, 'GET /webhooks'), refetchInterval: reloadAfterError });

/** A webhook's deliveries, newest first. Polls faster while one is about to be sent. */
export const useWebhookDeliveries = (id: string) =>
  useQuery({
    ...dataQuery(queryKeys.webhookDeliveries(id), 'GET /webhooks/{id}/deliveries', { params: { id } }),
    refetchInterval: ({ state: { data } }) => {
      const isSending = data?.some(({ attributes }) => attributes.status === 'pending' && attributes.attempts === 0);
      return isSending ? pendingRefreshMs : calmRefreshMs;
    },
  });

/** Changes to webhooks; the list, or the deliveries, are then loaded again. */
export function useWebhookMutations() {
  const client = useQueryClient();
  const reloads = [queryKeys.webhooks];
  // A first load that is under way would not be repeated, and may have been answered before the change.
  const options = { onSuccess: () => client.cancelQueries({ queryKey: queryKeys.webhooks }) };
  return {
    create: useChange(
      reloads,
      async (webhook: CreateWebhookInput['webhook']) => (await api('POST /webhooks', { body: { webhook } })).data,
      options,
    ),
    update: useChange(
      reloads,
      ({ id, ...webhook }: UpdateWebhookInput['webhook'] & { id: string }) =>
        api('PATCH /webhooks/{id}', { params: { id }, body: { webhook } }),
      options,
    ),
    remove: useMutation({
      mutationFn: (id: string) => api('DELETE /webhooks/{id}', { params: { id } }),
      // The list alone: its deliveries are gone, too.
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.webhooks, exact: true }),
    }),
    rotateSecret: useChange(
      reloads,
      async (id: string) => (await api('POST /webhooks/{id}/rotate_secret', { params: { id } })).data,
      options,
    ),
    test: useChange(reloads, (id: string) => api('POST /webhooks/{id}/test', { params: { id } }), options),
    redeliver: useChange(
      reloads,
      (id: string) => api('POST /webhook_deliveries/{id}/redeliver', { params: { id } }),
      options,
    ),
  };
}
