import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { Prisma, type WebhookDelivery } from '@/prisma/generated/client';
import { countRequestedDelivery } from './count-requested-delivery';

/**
 * Sends an event to its webhook once more, at once and in no order, also where the webhook is off.
 * @throws AppError `not_found` for a delivery that does not exist or belongs to another organization;
 *   `too_many_requests`
 */
export async function redeliverWebhook(actor: Actor, deliveryId: string): Promise<WebhookDelivery> {
  authorize(actor, 'webhooks.redeliver');
  const { organizationId } = actor;
  const delivery = await db().webhookDelivery.findFirst({ where: { id: deliveryId, organizationId } });
  if (!delivery) throw new AppError('not_found', 'This delivery does not exist.');
  await countRequestedDelivery(organizationId);
  const now = new Date();
  return db().webhookDelivery.create({
    data: {
      id: newId(),
      organizationId,
      endpointId: delivery.endpointId,
      messageId: delivery.messageId,
      type: delivery.type,
      data: delivery.data ?? Prisma.JsonNull,
      occurredAt: delivery.occurredAt,
      createdAt: now,
      nextAttemptAt: now,
    },
  });
}
