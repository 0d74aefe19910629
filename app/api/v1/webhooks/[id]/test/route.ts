import * as webhooks from '@/lib/contracts/api/webhooks';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { serializeWebhookDelivery } from '@/lib/use-cases/webhooks/serialize';
import { testWebhook } from '@/lib/use-cases/webhooks/webhook-deliveries';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(webhooks.testWebhook, async ({ actor, params }) => ({
    data: serializeWebhookDelivery(await testWebhook(actor, params.id)),
  })),
);
