import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { db } from '@/lib/platform/db/db';
import { webhookNotFound } from './get-webhook';

/** Deletes a webhook of the actor's organization with its deliveries. @throws AppError `not_found` */
export async function deleteWebhook(actor: Actor, id: string): Promise<void> {
  authorize(actor, 'webhooks.delete');
  const { count } = await db().webhookEndpoint.deleteMany({ where: { id, organizationId: actor.organizationId } });
  if (count === 0) throw webhookNotFound();
}
