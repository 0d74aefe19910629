import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CreateWebhookInput, UpdateWebhookInput } from '@/lib/contracts/organization/webhooks';
import { api } from '../../api/api-client';
import { queryKeys } from '../query-keys';
import { reloadAfterError } from '../reload-after-error';

const pendingRefreshMs = 1_000;
const calmRefreshMs = 10_000;

/** The organization's webhooks. A page that could not load them tries again every 5 s. */
export const useWebhooks = () =>
  useQuery({
    queryKey: queryKeys.webhooks,
    queryFn: async ({ signal }) => (await api('GET /webhooks', { signal })).data,
    refetchInterval: reloadAfterError,
  });

/** A webhook's deliveries, newest first. Polls faster while one is about to be sent. */
export const useWebhookDeliveries = (id: string) =>
  useQuery({
    queryKey: queryKeys.webhookDeliveries(id),
    queryFn: async ({ signal }) => (await api('GET /webhooks/{id}/deliveries', { params: { id }, signal })).data,
    refetchInterval: ({ state: { data } }) => {
      const isSending = data?.some(({ attributes }) => attributes.status === 'pending' && attributes.attempts === 0);
      return isSending ? pendingRefreshMs : calmRefreshMs;
    },
  });

/** Changes to webhooks; the list, or the deliveries, are then loaded again. */
export function useWebhookMutations() {
  const client = useQueryClient();
  const onSettled = async () => {
    // A first load that is under way would not be repeated, and may have been answered before the change.
    await client.cancelQueries({ queryKey: queryKeys.webhooks });
    await client.invalidateQueries({ queryKey: queryKeys.webhooks });
  };
  return {
    create: useMutation({
      mutationFn: async (webhook: CreateWebhookInput['webhook']) =>
        (await api('POST /webhooks', { body: { webhook } })).data,
      onSettled,
    }),
    update: useMutation({
      mutationFn: ({ id, ...webhook }: UpdateWebhookInput['webhook'] & { id: string }) =>
        api('PATCH /webhooks/{id}', { params: { id }, body: { webhook } }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (id: string) => api('DELETE /webhooks/{id}', { params: { id } }),
      // The list alone: its deliveries are gone, too.
      onSettled: () => client.invalidateQueries({ queryKey: queryKeys.webhooks, exact: true }),
    }),
    rotateSecret: useMutation({
      mutationFn: async (id: string) => (await api('POST /webhooks/{id}/rotate_secret', { params: { id } })).data,
      onSettled,
    }),
    test: useMutation({
      mutationFn: (id: string) => api('POST /webhooks/{id}/test', { params: { id } }),
      onSettled,
    }),
    redeliver: useMutation({
      mutationFn: (deliveryId: string) =>
        api('POST /webhook_deliveries/{id}/redeliver', { params: { id: deliveryId } }),
      onSettled,
    }),
  };
}
