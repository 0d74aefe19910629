import { expect, test } from 'vitest';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { createWebhook } from '@/lib/use-cases/webhooks/webhooks';
import { keptPerWebhook, retain } from '@/server/gateway/store/retention';
import { makeUser } from '../../../support/api/factories';

const dayMs = 24 * 3_600_000;

test('deliveries end after 30 days, and beyond the newest ten thousand of a webhook', async () => {
  const { actor } = await makeUser();
  const input = { url: 'https://example.com/', event_types: ['stream.created' as const] };
  const [busy, calm] = [await createWebhook(actor, input), await createWebhook(actor, input)];
  const row = (endpointId: string, ageMs: number) => {
    const at = new Date(Date.now() - ageMs);
    return {
      id: newId(),
      organizationId: actor.organizationId,
      endpointId,
      messageId: newId(),
      type: 'stream.created',
      data: {},
      occurredAt: at,
      createdAt: at,
      nextAttemptAt: at,
    };
  };
  const surplus = [row(busy.id, 2 * dayMs), row(busy.id, 2 * dayMs)];
  const old = [row(calm.id, 31 * dayMs), row(busy.id, 31 * dayMs)];
  const young = [row(calm.id, 29 * dayMs), ...Array.from({ length: keptPerWebhook }, () => row(busy.id, 1_000))];
  const rows = [...surplus, ...old, ...young];
  // Prisma would split them, and send the parts at once.
  for (let first = 0; first < rows.length; first += 1_000) {
    await db().webhookDelivery.createMany({ data: rows.slice(first, first + 1_000) });
  }
  expect(await retain('webhookDeliveries', new AbortController().signal)).toEqual({ deliveriesDeleted: 4 });
  expect(await db().webhookDelivery.count()).toBe(young.length);
  expect(await db().webhookDelivery.count({ where: { id: { in: young.map(({ id }) => id) } } })).toBe(young.length);
});
