import * as webhooks from '@/lib/contracts/api/webhooks';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { deleteWebhook } from '@/lib/use-cases/webhooks/delete-webhook';
import { serializeWebhook } from '@/lib/use-cases/webhooks/serialize';
import { updateWebhook } from '@/lib/use-cases/webhooks/update-webhook';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: endpoint(webhooks.updateWebhook, async ({ actor, params, body }) => ({
    data: serializeWebhook(await updateWebhook(actor, params.id, body.webhook)),
  })),
  DELETE: endpoint(webhooks.deleteWebhook, ({ actor, params }) => deleteWebhook(actor, params.id)),
});
