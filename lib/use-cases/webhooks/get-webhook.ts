import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import type { WebhookEndpoint } from '@/prisma/generated/client';

/** One webhook of the actor's organization. @throws AppError `not_found` */
export async function getWebhook(actor: Actor, id: string): Promise<WebhookEndpoint> {
  authorize(actor, 'webhooks.read');
  const webhook = await db().webhookEndpoint.findFirst({ where: { id, organizationId: actor.organizationId } });
  if (!webhook) throw webhookNotFound();
  return webhook;
}

/** The one error for a webhook that does not exist or belongs to another organization. */
export const webhookNotFound = () => new AppError('not_found', 'This webhook does not exist.');
