import { pageAnswer } from '@/lib/contracts/api/paging';
import * as webhooks from '@/lib/contracts/api/webhooks';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { listWebhookDeliveries } from '@/lib/use-cases/webhooks/list-webhook-deliveries';
import { serializeWebhookDelivery } from '@/lib/use-cases/webhooks/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint(webhooks.listWebhookDeliveries, async ({ actor, params, query }) => {
    const page = await listWebhookDeliveries(actor, params.id, query);
    return pageAnswer(page.rows.map(serializeWebhookDelivery), page);
  }),
});
