import { randomBytes } from 'node:crypto';
import { lifetimes } from '@/lib/contracts/limits';
import { formNamed } from '@/lib/contracts/organization/webhook-forms';
import {
  type CreateWebhookInput,
  faultOfAddress,
  type UpdateWebhookInput,
} from '@/lib/contracts/organization/webhooks';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/id';
import { limitReached } from '@/lib/core/limit-reached';
import { db } from '@/lib/platform/db/db';
import { lockOrganization } from '@/lib/platform/db/lock-organization';
import { webEnv } from '@/lib/platform/env/web-env';
import { refusalOfUrl } from '@/lib/platform/webhooks/refusal-of-url';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import type { WebhookEndpoint } from '@/prisma/generated/client';

/** The webhooks of the actor's organization, oldest first. There are few; see create-webhook.ts. */
export const listWebhooks = defineUseCase(
  { action: 'webhooks.read' },
  async ({ actor }): Promise<WebhookEndpoint[]> => {
    return db().webhookEndpoint.findMany({
      where: { organizationId: actor.organizationId },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
  },
);

/** One webhook of the actor's organization. @throws AppError `not_found` */
export const getWebhook = defineUseCase(
  { action: 'webhooks.read' },
  async ({ actor }, id: string): Promise<WebhookEndpoint> => {
    const webhook = await db().webhookEndpoint.findFirst({ where: { id, organizationId: actor.organizationId } });
    if (!webhook) throw webhookNotFound();
    return webhook;
  },
);

/** The one error for a webhook that does not exist or belongs to another organization. */
export const webhookNotFound = () => new AppError('not_found', 'This webhook does not exist.');

const maxWebhooks = 10;

/**
 * Adds a webhook to the actor's organization, switched on.
 * @throws AppError `invalid_input` for an address that is not sent to, `limit_reached`
 */
export const createWebhook = defineUseCase(
  { action: 'webhooks.create', audit: 'webhooks.create' },
  async (
    { actor, record },
    { url, event_types: eventTypes, form }: CreateWebhookInput['webhook'],
  ): Promise<WebhookEndpoint> => {
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
      await record(tx, { id, name: webhookName(url) });
      return tx.webhookEndpoint.create({
        data: { id, organizationId, url, eventTypes, form, secret: newWebhookSecret() },
      });
    });
  },
);

/**
 * Changes a webhook of the actor's organization. Switching it off drops pending deliveries, because old alerts are of
 * no use when it is switched on again.
 * @throws AppError `not_found`, `invalid_input` for an address that is not sent to, or of another service
 */
export const updateWebhook = defineUseCase(
  { action: 'webhooks.update', audit: 'webhooks.update' },
  async (
    { actor, record },
    id: string,
    { url, event_types: eventTypes, form, is_on: isOn }: UpdateWebhookInput['webhook'],
  ): Promise<WebhookEndpoint> => {
    if (url !== undefined) requireAllowedUrl(url);
    const { organizationId } = actor;
    return db().$transaction(async (tx) => {
      const [webhook] = await tx.webhookEndpoint.updateManyAndReturn({
        where: { id, organizationId },
        data: { url, eventTypes, form, isOn },
      });
      if (!webhook) throw webhookNotFound();
      requireAddressOf(webhook);
      const name = webhookName(webhook.url);
      await record(tx, { id, name });
      if (isOn === false) {
        await tx.webhookDelivery.updateMany({
          where: { endpointId: id, status: 'pending' },
          data: { status: 'failed', error: 'The webhook was switched off.' },
        });
      }
      return webhook;
    });
  },
);

/** Deletes a webhook of the actor's organization with its deliveries. @throws AppError `not_found` */
export const deleteWebhook = defineUseCase(
  { action: 'webhooks.delete', audit: 'webhooks.delete' },
  async ({ actor, record }, id: string): Promise<void> => {
    await db().$transaction(async (tx) => {
      const webhook = await tx.webhookEndpoint.findFirst({ where: { id, organizationId: actor.organizationId } });
      if (!webhook) throw webhookNotFound();
      await tx.webhookEndpoint.deleteMany({ where: { id } });
      const name = webhookName(webhook.url);
      await record(tx, { id, name });
    });
  },
);

/**
 * Gives a webhook a new secret. For a day the old one signs as well, so that no event is refused before the receiver
 * knows the new one.
 * @throws AppError `not_found`
 */
export const rotateWebhookSecret = defineUseCase(
  { action: 'webhooks.rotate_secret', audit: 'webhooks.rotate_secret' },
  async ({ actor, record }, id: string): Promise<WebhookEndpoint> => {
    const { organizationId } = actor;
    return db().$transaction(async (tx) => {
      const [before] = await tx.$queryRaw<{ secret: string }[]>`
        SELECT secret FROM webhook_endpoints
        WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid FOR NO KEY UPDATE`;
      if (!before) throw webhookNotFound();
      const data = {
        secret: newWebhookSecret(),
        formerSecret: before.secret,
        formerSecretUntil: new Date(Date.now() + lifetimes.formerWebhookSecret),
      };
      const webhook = await tx.webhookEndpoint.update({ where: { id }, data });
      const name = webhookName(webhook.url);
      await record(tx, { id, name });
      return webhook;
    });
  },
);

const secretBytes = 32;

/** A new secret to sign with, as the Standard Webhooks specification writes it: `whsec_` and base64. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(secretBytes).toString('base64')}`;

/** @throws AppError `invalid_input` for an address to which nothing would be sent, as far as it shows */
export function requireAllowedUrl(url: string): void {
  const sentence = refusalOfUrl(new URL(url), webEnv().WEBHOOK_ALLOW_PRIVATE);
  if (sentence) throw new AppError('invalid_input', sentence, { details: { 'webhook.url': [sentence] } });
}

/** @throws AppError `invalid_input` where a webhook's service takes no messages at its address */
function requireAddressOf(webhook: WebhookEndpoint): void {
  const sentence = faultOfAddress(webhook.url, formNamed(webhook.form));
  if (sentence) throw new AppError('invalid_input', sentence, { details: { 'webhook.url': [sentence] } });
}

/** A webhook's name in the audit trail: the host of its address, because the rest may be a secret. */
export const webhookName = (url: string): string => new URL(url).host;
