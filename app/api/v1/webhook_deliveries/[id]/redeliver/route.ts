import * as webhooks from '@/lib/contracts/api/webhooks';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { redeliverWebhook } from '@/lib/use-cases/webhooks/redeliver-webhook';
import { serializeWebhookDelivery } from '@/lib/use-cases/webhooks/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint(webhooks.redeliverWebhook, async ({ actor, params }) => ({
    data: serializeWebhookDelivery(await redeliverWebhook(actor, params.id)),
  })),
});
