import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import type { UpdateWebhookInput } from '@/lib/contracts/organization/webhooks';
import { db } from '@/lib/platform/db/db';
import { record } from '@/lib/use-cases/audit/record';
import type { WebhookEndpoint } from '@/prisma/generated/client';
import { webhookNotFound } from './get-webhook';
import { requireAllowedUrl } from './require-allowed-url';
import { webhookName } from './webhook-name';

/**
 * Changes a webhook of the actor's organization. Switching it off drops pending deliveries, because old alerts are of
 * no use when it is switched on again.
 * @throws AppError `not_found`, `invalid_input` for an address that is not sent to
 */
export async function updateWebhook(
  actor: Actor,
  id: string,
  { url, event_types: eventTypes, is_on: isOn }: UpdateWebhookInput['webhook'],
): Promise<WebhookEndpoint> {
  authorize(actor, 'webhooks.update');
  if (url !== undefined) requireAllowedUrl(url);
  const { organizationId } = actor;
  return db().$transaction(async (tx) => {
    const [webhook] = await tx.webhookEndpoint.updateManyAndReturn({
      where: { id, organizationId },
      data: { url, eventTypes, isOn },
    });
    if (!webhook) throw webhookNotFound();
    const thingName = webhookName(webhook.url);
    await record(actor, { action: 'webhooks.update', thingType: 'webhook', thingId: id, thingName }, tx);
    if (isOn === false) {
      await tx.webhookDelivery.updateMany({
        where: { endpointId: id, status: 'pending' },
        data: { status: 'failed', error: 'The webhook was switched off.' },
      });
    }
    return webhook;
  });
}
