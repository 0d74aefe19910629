import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import type { CreateWebhookInput } from '@/lib/contracts/organization/webhooks';
import { newId } from '@/lib/core/id';
import { limitReached } from '@/lib/core/limit-reached';
import { db } from '@/lib/platform/db/db';
import { lockOrganization } from '@/lib/platform/db/lock-organization';
import { record } from '@/lib/use-cases/audit/record';
import type { WebhookEndpoint } from '@/prisma/generated/client';
import { newWebhookSecret } from './new-webhook-secret';
import { requireAllowedUrl } from './require-allowed-url';
import { webhookName } from './webhook-name';

const maxWebhooks = 10;

/**
 * Adds a webhook to the actor's organization, switched on.
 * @throws AppError `invalid_input` for an address that is not sent to, `limit_reached`
 */
export async function createWebhook(
  actor: Actor,
  { url, event_types: eventTypes }: CreateWebhookInput['webhook'],
): Promise<WebhookEndpoint> {
  authorize(actor, 'webhooks.create');
  requireAllowedUrl(url);
  const { organizationId } = actor;
  return db().$transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    if ((await tx.webhookEndpoint.count({ where: { organizationId } })) >= maxWebhooks) {
      throw limitReached(
        `Your organization has ${maxWebhooks} webhooks, as many as it may have: delete one to add another.`,
      );
    }
    const id = newId();
    await record(
      actor,
      { action: 'webhooks.create', thingType: 'webhook', thingId: id, thingName: webhookName(url) },
      tx,
    );
    return tx.webhookEndpoint.create({ data: { id, organizationId, url, eventTypes, secret: newWebhookSecret() } });
  });
}
