import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { db } from '@/lib/platform/db/db';
import { record } from '@/lib/use-cases/audit/record';
import { webhookNotFound } from './get-webhook';
import { webhookName } from './webhook-name';

/** Deletes a webhook of the actor's organization with its deliveries. @throws AppError `not_found` */
export async function deleteWebhook(actor: Actor, id: string): Promise<void> {
  authorize(actor, 'webhooks.delete');
  await db().$transaction(async (tx) => {
    const webhook = await tx.webhookEndpoint.findFirst({ where: { id, organizationId: actor.organizationId } });
    if (!webhook) throw webhookNotFound();
    await tx.webhookEndpoint.deleteMany({ where: { id } });
    const thingName = webhookName(webhook.url);
    await record(actor, { action: 'webhooks.delete', thingType: 'webhook', thingId: id, thingName }, tx);
  });
}
