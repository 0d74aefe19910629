import * as webhooks from '@/lib/contracts/api/webhooks';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { createWebhook } from '@/lib/use-cases/webhooks/create-webhook';
import { listWebhooks } from '@/lib/use-cases/webhooks/list-webhooks';
import { serializeWebhook, serializeWebhookWithSecret } from '@/lib/use-cases/webhooks/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint(webhooks.listWebhooks, async ({ actor }) => ({
    data: (await listWebhooks(actor)).map(serializeWebhook),
  })),
  POST: endpoint(webhooks.createWebhook, async ({ actor, body }) => ({
    data: serializeWebhookWithSecret(await createWebhook(actor, body.webhook)),
  })),
});
