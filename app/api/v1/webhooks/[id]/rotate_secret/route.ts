import * as webhooks from '@/lib/contracts/api/webhooks';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { serializeWebhookWithSecret } from '@/lib/use-cases/webhooks/serialize';
import { rotateWebhookSecret } from '@/lib/use-cases/webhooks/webhooks';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(webhooks.rotateWebhookSecret, async ({ actor, params }) => ({
    data: serializeWebhookWithSecret(await rotateWebhookSecret(actor, params.id)),
  })),
);
