import { formNamed } from '@/lib/contracts/organization/webhook-forms';
import type { WebhookDeliveryJson, WebhookJson, WebhookWithSecretJson } from '@/lib/contracts/organization/webhooks';
import type { WebhookDelivery, WebhookEndpoint } from '@/prisma/generated/client';
import { messageIdOf, payloadOf } from './delivery/payload';

/** A webhook without its secret. */
export function serializeWebhook(webhook: WebhookEndpoint): WebhookJson {
  const { formerSecretUntil: until } = webhook;
  return {
    id: webhook.id,
    type: 'webhook',
    attributes: {
      url: webhook.url,
      event_types: webhook.eventTypes,
      form: formNamed(webhook.form),
      is_on: webhook.isOn,
      former_secret_until: until && until > new Date() ? until.toISOString() : null,
      created_at: webhook.createdAt.toISOString(),
    },
  };
}

/** A webhook with its secret, for the answer that makes it. */
export function serializeWebhookWithSecret(webhook: WebhookEndpoint): WebhookWithSecretJson {
  const shown = serializeWebhook(webhook);
  return { ...shown, attributes: { ...shown.attributes, secret: webhook.secret } };
}

/** A delivery to a webhook, with the answer. */
export const serializeWebhookDelivery = (delivery: WebhookDelivery): WebhookDeliveryJson => ({
  id: delivery.id,
  type: 'webhook_delivery',
  attributes: {
    message_id: messageIdOf(delivery),
    event_type: delivery.type,
    status: delivery.status,
    attempts: delivery.attempts,
    occurred_at: delivery.occurredAt.toISOString(),
    last_attempt_at: delivery.lastAttemptAt?.toISOString() ?? null,
    next_attempt_at: delivery.status === 'pending' ? delivery.nextAttemptAt.toISOString() : null,
    duration_ms: delivery.durationMs,
    response_status: delivery.responseStatus,
    response_body: delivery.responseBody,
    error: delivery.error,
    payload: payloadOf(delivery),
  },
});
