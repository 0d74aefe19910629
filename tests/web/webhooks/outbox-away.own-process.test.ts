import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testWebhook } from '@/lib/use-cases/webhooks/webhook-deliveries';
import { createWebhook } from '@/lib/use-cases/webhooks/webhooks';
import { makeUser } from '../../support/api/factories';
import { openPostgresProxy } from '../../support/bus/postgres-proxy';
import { openReceiver } from '../../support/webhooks/receiver';

process.env.WEBHOOK_ALLOW_PRIVATE = 'true';

test('a sender whose database goes away sends again once it is back', { timeout: 60_000 }, async () => {
  const receiver = await openReceiver();
  const { actor } = await makeUser();
  const { id } = await createWebhook(actor, { url: receiver.url, event_types: ['stream.created'] });

  // All of it reaches the database by a door that can be shut.
  const proxy = await openPostgresProxy(process.env.DATABASE_URL ?? '');
  vi.resetModules();
  vi.stubEnv('DATABASE_URL', proxy.url);
  vi.stubGlobal('sightline', undefined);
  const { WebhookSender } = await import('@/server/web/webhooks/webhook-sender');
  const { db } = await import('@/lib/platform/db/db');
  const sender = new WebhookSender({ allowPrivate: true });
  sender.start();
  onTestFinished(async () => {
    await sender.stop();
    await db().$disconnect();
    proxy.close();
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
  });

  await db().webhookDelivery.count();
  proxy.cut();
  await expect(db().webhookDelivery.count()).rejects.toThrow();
  // The sender reads the outbox once a second.
  await sleep(2_500);
  proxy.restore();
  await testWebhook(actor, id);
  await expect.poll(() => receiver.received.length, { timeout: 40_000 }).toBe(1);
});
