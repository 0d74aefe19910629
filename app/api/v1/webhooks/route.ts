import * as webhooks from '@/lib/contracts/api/webhooks';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { serializeWebhook, serializeWebhookWithSecret } from '@/lib/use-cases/webhooks/serialize';
import { createWebhook, listWebhooks } from '@/lib/use-cases/webhooks/webhooks';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(webhooks.listWebhooks, async ({ actor }) => ({
    data: (await listWebhooks(actor)).map(serializeWebhook),
  })),
  endpoint(webhooks.createWebhook, async ({ actor, body }) => ({
    data: serializeWebhookWithSecret(await createWebhook(actor, body.webhook)),
  })),
);
