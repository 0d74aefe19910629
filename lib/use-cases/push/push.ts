import type { PushJson, SetPushInput } from '@/lib/contracts/push';
import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { RateLimit, refuseUsedUp } from '@/lib/platform/limits/rate-limit';
import { refusalOfUrl } from '@/lib/platform/webhooks/refusal-of-url';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { readPushKeys } from './push-keys';

/** The code of a test, which is no problem's. */
export const testPushCode = 'test';

/** Limit of tests, so that nobody makes us send without end. */
const tests = new RateLimit({ name: 'push_test', uses: 60, windowSeconds: 10 * 60 });

/** The alarms that are pushed to the actor's device. */
export const getPush = defineUseCase(
  { action: 'push.read' },
  async ({ actor }): Promise<PushJson> => readPush(sessionOf(actor)),
);

/**
 * Pushes alarms to the actor's device. A device of another session or person is theirs no more.
 * @throws AppError `invalid_input` for an endpoint that is not sent to
 */
export const setPush = defineUseCase(
  { action: 'push.set' },
  async ({ actor }, input: SetPushInput): Promise<PushJson> => {
    const sessionId = sessionOf(actor);
    const { endpoint, p256dh, auth, kinds } = input;
    // A browser names the address, and anybody can pretend to be one: it is never in this network.
    const sentence = refusalOfUrl(new URL(endpoint), false);
    if (sentence) throw new AppError('invalid_input', sentence, { details: { 'push.endpoint': [sentence] } });
    const { organizationId, userId } = actor;
    const data = { organizationId, userId: userId ?? '', endpoint, p256dh, auth, kinds };
    await db().$transaction([
      db().pushSubscription.deleteMany({ where: { endpoint, NOT: { sessionId } } }),
      db().pushSubscription.upsert({ where: { sessionId }, create: { id: newId(), sessionId, ...data }, update: data }),
    ]);
    return readPush(sessionId);
  },
);

/** Pushes a test to the actor's device. @throws AppError `not_found`, `too_many_requests` */
export const testPush = defineUseCase({ action: 'push.set' }, async ({ actor }): Promise<void> => {
  const subscription = await db().pushSubscription.findFirst({ where: { sessionId: sessionOf(actor) } });
  if (!subscription) throw new AppError('not_found', 'Nothing is pushed to this device.');
  refuseUsedUp(await tests.use(actor.organizationId), 'Your organization has asked for too many tests.');
  const now = new Date();
  const data = { id: newId(), subscriptionId: subscription.id, code: testPushCode, createdAt: now, nextAttemptAt: now };
  await db().pushMessage.create({ data });
});

/** Pushes nothing more to the actor's device. */
export const endPush = defineUseCase({ action: 'push.set' }, async ({ actor }): Promise<void> => {
  await db().pushSubscription.deleteMany({ where: { sessionId: sessionOf(actor) } });
});

async function readPush(sessionId: string): Promise<PushJson> {
  const { publicKey } = await readPushKeys();
  const subscription = await db().pushSubscription.findFirst({ where: { sessionId } });
  return {
    type: 'push',
    attributes: {
      public_key: publicKey,
      kinds: subscription?.kinds ?? null,
      endpoint: subscription?.endpoint ?? null,
    },
  };
}

/** @throws AppError `forbidden` to an API token, which is no device */
function sessionOf({ authSessionId }: { authSessionId?: string | undefined }): string {
  if (authSessionId === undefined) throw new AppError('forbidden', 'Only a signed-in person has devices.');
  return authSessionId;
}
