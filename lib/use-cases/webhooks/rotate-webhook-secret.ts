import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { db } from '@/lib/platform/db/db';
import { record } from '@/lib/use-cases/audit/record';
import type { WebhookEndpoint } from '@/prisma/generated/client';
import { webhookNotFound } from './get-webhook';
import { newWebhookSecret } from './new-webhook-secret';
import { webhookName } from './webhook-name';

const overlapMs = 24 * 3_600_000;

/**
 * Gives a webhook a new secret. For a day the old one signs as well, so that no event is refused before the receiver
 * knows the new one.
 * @throws AppError `not_found`
 */
export async function rotateWebhookSecret(actor: Actor, id: string): Promise<WebhookEndpoint> {
  authorize(actor, 'webhooks.rotate_secret');
  const { organizationId } = actor;
  return db().$transaction(async (tx) => {
    const [before] = await tx.$queryRaw<{ secret: string }[]>`
      SELECT secret FROM webhook_endpoints
      WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid FOR NO KEY UPDATE`;
    if (!before) throw webhookNotFound();
    const data = {
      secret: newWebhookSecret(),
      formerSecret: before.secret,
      formerSecretUntil: new Date(Date.now() + overlapMs),
    };
    const webhook = await tx.webhookEndpoint.update({ where: { id }, data });
    const thingName = webhookName(webhook.url);
    await record(actor, { action: 'webhooks.rotate_secret', thingType: 'webhook', thingId: id, thingName }, tx);
    return webhook;
  });
}
