import type { Page, PageRequest } from '@/lib/contracts/api/paging';
import { testWebhookType } from '@/lib/contracts/organization/webhook-types';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { pageByTime } from '@/lib/platform/db/page-by-time';
import { RateLimit, refuseUsedUp } from '@/lib/platform/limits/rate-limit';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { Prisma, type WebhookDelivery } from '@/prisma/generated/client';
import { getWebhook } from './webhooks';

/** A page of the deliveries of a webhook, newest first. @throws AppError `not_found` */
export const listWebhookDeliveries = defineUseCase(
  { action: 'webhooks.read' },
  async ({ actor }, endpointId: string, request: PageRequest): Promise<Page<WebhookDelivery>> => {
    await getWebhook(actor, endpointId);
    const page = pageByTime('createdAt', 'desc', request);
    return page.read({ endpointId }, (query) => db().webhookDelivery.findMany(query));
  },
);

/**
 * Sends a test to a webhook, on or off, by the same way as everything else.
 * @throws AppError `not_found`, `too_many_requests`
 */
export const testWebhook = defineUseCase(
  { action: 'webhooks.test' },
  async ({ actor }, id: string): Promise<WebhookDelivery> => {
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
  },
);

/**
 * Sends an event to its webhook once more, at once and in no order, also where the webhook is off.
 * @throws AppError `not_found` for a delivery that does not exist or belongs to another organization;
 *   `too_many_requests`
 */
export const redeliverWebhook = defineUseCase(
  { action: 'webhooks.redeliver' },
  async ({ actor }, deliveryId: string): Promise<WebhookDelivery> => {
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
  },
);

/** Limit of tests and redeliveries, so that nobody makes us send without end. */
const perOrganization = new RateLimit({ name: 'webhook_requested', uses: 60, windowSeconds: 10 * 60 });

/** Counts a requested delivery: a test or a redelivery. @throws AppError `too_many_requests` */
export async function countRequestedDelivery(organizationId: string): Promise<void> {
  const waitSeconds = await perOrganization.use(organizationId);
  refuseUsedUp(waitSeconds, 'Your organization has asked for too many deliveries.');
}
