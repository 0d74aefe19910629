import { pageAnswer } from '@/lib/contracts/api/paging';
import * as webhooks from '@/lib/contracts/api/webhooks';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { serializeWebhookDelivery } from '@/lib/use-cases/webhooks/serialize';
import { listWebhookDeliveries } from '@/lib/use-cases/webhooks/webhook-deliveries';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(webhooks.listWebhookDeliveries, async ({ actor, params, query }) =>
    pageAnswer(await listWebhookDeliveries(actor, params.id, query), serializeWebhookDelivery),
  ),
);
