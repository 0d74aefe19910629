import * as webhooks from '@/lib/contracts/api/webhooks';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { serializeWebhook } from '@/lib/use-cases/webhooks/serialize';
import { deleteWebhook, updateWebhook } from '@/lib/use-cases/webhooks/webhooks';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(webhooks.updateWebhook, async ({ actor, params, body }) => ({
    data: serializeWebhook(await updateWebhook(actor, params.id, body.webhook)),
  })),
  endpoint(webhooks.deleteWebhook, ({ actor, params }) => deleteWebhook(actor, params.id)),
);
