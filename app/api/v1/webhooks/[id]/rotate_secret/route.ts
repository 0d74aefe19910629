import * as webhooks from '@/lib/contracts/api/webhooks';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { rotateWebhookSecret } from '@/lib/use-cases/webhooks/rotate-webhook-secret';
import { serializeWebhookWithSecret } from '@/lib/use-cases/webhooks/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint(webhooks.rotateWebhookSecret, async ({ actor, params }) => ({
    data: serializeWebhookWithSecret(await rotateWebhookSecret(actor, params.id)),
  })),
});
