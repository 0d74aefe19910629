import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { type Page, type PageRequest, pageOf } from '@/lib/contracts/api/paging';
import { beforeCursor } from '@/lib/platform/db/before-cursor';
import { db } from '@/lib/platform/db/db';
import type { WebhookDelivery } from '@/prisma/generated/client';
import { getWebhook } from './get-webhook';

/** A page of the deliveries of a webhook, newest first. @throws AppError `not_found` */
export async function listWebhookDeliveries(
  actor: Actor,
  endpointId: string,
  { limit, cursor }: PageRequest,
): Promise<Page<WebhookDelivery>> {
  authorize(actor, 'webhooks.read');
  await getWebhook(actor, endpointId);
  const deliveries = await db().webhookDelivery.findMany({
    where: {
      endpointId,
      AND: beforeCursor(cursor, 'createdAt'),
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  });
  return pageOf(deliveries, limit, ({ createdAt: at, id }) => ({ at, id }));
}
