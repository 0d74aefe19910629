import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { db } from '@/lib/platform/db/db';
import type { WebhookEndpoint } from '@/prisma/generated/client';

/** The webhooks of the actor's organization, oldest first. There are few; see create-webhook.ts. */
export async function listWebhooks(actor: Actor): Promise<WebhookEndpoint[]> {
  authorize(actor, 'webhooks.read');
  return db().webhookEndpoint.findMany({
    where: { organizationId: actor.organizationId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
}
