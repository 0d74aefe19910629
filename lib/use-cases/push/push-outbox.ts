import { problemWords } from '@/lib/contracts/catalogue/catalogue';
import type { CodedText } from '@/lib/contracts/catalogue/coded-text';
import { backoffMs } from '@/lib/core/backoff';
import { minuteMs } from '@/lib/core/durations';
import { db } from '@/lib/platform/db/db';
import { webEnv } from '@/lib/platform/env/web-env';
import type { PushTarget } from '@/lib/platform/push/web-push';
import type { WebhookAnswer } from '@/lib/platform/webhooks/post-webhook';
import { defineSystem } from '@/lib/use-cases/definers/define-open';
import { readTallies } from '@/lib/use-cases/tally/tallies';
import { testPushCode } from './push';

/** A message that this process is to push now. */
export interface ClaimedPush extends PushTarget {
  id: string;
  subscriptionId: string;
  organizationId: string;
  kinds: string[];
  code: string;
  figures: unknown;
  streamId: string | null;
  streamName: string | null;
  eventId: string | null;
  attempts: number;
}

/** An older alarm is of no use to anybody. */
export const maxPushAgeMs = 5 * minuteMs;
/** How long a claim holds before another process may send it. Longer than an attempt takes. */
const leaseSeconds = 30;
const maxAtOnce = 50;
const retry = { firstMs: 2_000, capMs: 60_000 };

/**
 * Claims messages that are due. Those for a device whose session has ended, or whose person is no member any more, go
 * with its subscription. A paused copy claims none.
 * @returns null where nobody has a device
 */
export const claimPushes = defineSystem('the sender of pushes', async (): Promise<ClaimedPush[] | null> => {
  const [any] = await db().$queryRaw<{ message: boolean; device: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM push_messages) AS message, EXISTS (SELECT 1 FROM push_subscriptions) AS device`;
  if (!any?.message) return any?.device ? [] : null;
  await db().$executeRaw`
    DELETE FROM push_subscriptions AS subscription WHERE NOT EXISTS (
      SELECT 1 FROM sessions JOIN memberships USING (user_id, organization_id)
      WHERE sessions.id = subscription.session_id AND organization_id = subscription.organization_id
        AND revoked_at IS NULL AND expires_at > now() AND memberships.role <> 'viewer')`;
  await db().pushMessage.deleteMany({ where: { createdAt: { lt: new Date(Date.now() - maxPushAgeMs) } } });
  return db().$queryRaw<ClaimedPush[]>`
    UPDATE push_messages AS message
    SET attempts = message.attempts + 1, next_attempt_at = now() + ${leaseSeconds} * interval '1 second'
    FROM (
      SELECT due.id, subscription.endpoint, subscription.p256dh, subscription.auth, subscription.kinds,
        subscription.organization_id, stream.name, stream.event_id
      FROM push_messages AS due
      JOIN push_subscriptions AS subscription ON subscription.id = due.subscription_id
      LEFT JOIN streams AS stream ON stream.id = due.stream_id
      WHERE due.next_attempt_at <= now() AND NOT EXISTS (SELECT 1 FROM installation WHERE paused_at IS NOT NULL)
      ORDER BY due.next_attempt_at LIMIT ${maxAtOnce}::int
      FOR NO KEY UPDATE OF due SKIP LOCKED
    ) AS claimed
    WHERE message.id = claimed.id
    RETURNING message.id, message.subscription_id AS "subscriptionId", claimed.organization_id AS "organizationId",
      claimed.endpoint, claimed.p256dh, claimed.auth, claimed.kinds, message.code, message.figures,
      message.stream_id AS "streamId", claimed.name AS "streamName", claimed.event_id AS "eventId", message.attempts`;
});

/** A message in the declarative form, which iOS shows by itself and the service worker elsewhere. */
export interface PushPayload {
  web_push: 8030;
  notification: { title: string; body: string; navigate: string; tag: string; silent: false };
}

/** The payload of a message, which has no picture and no key. Null where it is not told, or the camera is gone. */
export const payloadOfPush = defineSystem(
  'the sender of pushes',
  async (message: ClaimedPush): Promise<PushPayload | null> => {
    const { code, figures, kinds, streamId, streamName, eventId } = message;
    const base = webEnv().PUBLIC_URL ?? '';
    if (code === testPushCode) {
      const body = 'Alarms come to this device.';
      return payload({ title: `${webEnv().PRODUCT_NAME}: test`, body, navigate: `${base}/account`, tag: code });
    }
    if (streamId === null || streamName === null || eventId === null) return null;
    if (!kinds.includes(code) && !(await mayBeOnAir(message, eventId))) return null;
    const words = problemWords({ code, figures: figures as CodedText['figures'] });
    return payload({
      title: `${streamName}: ${words?.sentence ?? code}`,
      body: words?.fix ?? '',
      navigate: `${base}/events/${eventId}`,
      tag: `${streamId} ${code}`,
    });
  },
);

const payload = (notification: Omit<PushPayload['notification'], 'silent'>): PushPayload => ({
  web_push: 8030,
  notification: { ...notification, silent: false },
});

/** Without a switcher, and while one is silent, any camera may be on air. */
async function mayBeOnAir({ organizationId, streamId }: ClaimedPush, eventId: string): Promise<boolean> {
  if ((await db().tallySource.count({ where: { eventId } })) === 0) return true;
  const [tally] = await readTallies(organizationId, { ids: [eventId] });
  const state = tally?.attributes.streams.find(({ stream_id: id }) => id === streamId)?.tally;
  return state === 'program' || state === 'unknown';
}

/** Statuses that say that a device is gone for good. */
const goneStatuses = [404, 410];
/** A service that asks for patience, or is in trouble itself. */
const isPassing = (status: number): boolean => status === 429 || status >= 500;

/** Records what a push service has answered: what it took goes, a device that is gone too, and trouble is tried again. */
export const recordPush = defineSystem(
  'the sender of pushes',
  async ({ id, subscriptionId, attempts }: ClaimedPush, { status }: Pick<WebhookAnswer, 'status'>): Promise<void> => {
    if (status !== null && goneStatuses.includes(status)) {
      await db().pushSubscription.deleteMany({ where: { id: subscriptionId } });
    } else if (status === null || isPassing(status)) {
      const nextAttemptAt = new Date(Date.now() + backoffMs(attempts - 1, retry));
      await db().pushMessage.updateMany({ where: { id, attempts }, data: { nextAttemptAt } });
    } else {
      await dropPush(id);
    }
  },
);

/** Forgets a message that is sent, or that nobody is to be told. */
export const dropPush = defineSystem('the sender of pushes', async (id: string): Promise<void> => {
  await db().pushMessage.deleteMany({ where: { id } });
});
