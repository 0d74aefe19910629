import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { testWebhookType } from '@/lib/contracts/organization/webhook-types';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import type { WebhookDelivery } from '@/prisma/generated/client';
import { countRequestedDelivery } from './count-requested-delivery';
import { getWebhook } from './get-webhook';

/**
 * Sends a test to a webhook, on or off, by the same way as everything else.
 * @throws AppError `not_found`, `too_many_requests`
 */
export async function testWebhook(actor: Actor, id: string): Promise<WebhookDelivery> {
  authorize(actor, 'webhooks.test');
  await getWebhook(actor, id);
  await countRequestedDelivery(actor.organizationId);
  const now = new Date();
  return db().webhookDelivery.create({
    data: {
      id: newId(),
      organizationId: actor.organizationId,
      endpointId: id,
      messageId: newId(),
      type: testWebhookType,
      data: { message: 'This is a test. Your webhook works.' },
      occurredAt: now,
      createdAt: now,
      nextAttemptAt: now,
    },
  });
}
