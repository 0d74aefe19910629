import { db } from '@/lib/platform/db/db';
import { pushKeyPlace, pushPrivateKeys } from '@/lib/platform/db/sealed-columns';
import { log } from '@/lib/platform/log';
import { makeVapidKeys, type VapidKeys } from '@/lib/platform/push/web-push';
import { defineSystem } from '@/lib/use-cases/definers/define-open';

/**
 * The keys by which push services know this installation. The first call makes them, whichever process it is in. Keys
 * that no secret opens any more are replaced, and devices subscribe again.
 */
export const readPushKeys = defineSystem('subscribers and the sender of pushes', async (): Promise<VapidKeys> => {
  const { publicKey, privateKey: sealed } = (await db().pushKey.findFirst()) ?? (await makeKeys());
  const privateKey = pushPrivateKeys.open(pushKeyPlace, sealed);
  if (privateKey !== null) return { publicKey, privateKey };
  log.warn('push: the secret has changed, so devices must subscribe again');
  await db().$transaction([db().pushSubscription.deleteMany(), db().pushKey.deleteMany({ where: { publicKey } })]);
  const made = await makeKeys();
  return { publicKey: made.publicKey, privateKey: pushPrivateKeys.open(pushKeyPlace, made.privateKey) ?? '' };
});

/** Makes the keys once, whichever process comes first. */
async function makeKeys() {
  const { publicKey, privateKey } = makeVapidKeys();
  const data = [{ publicKey, privateKey: pushPrivateKeys.seal(pushKeyPlace, privateKey) }];
  await db().pushKey.createMany({ data, skipDuplicates: true });
  return db().pushKey.findFirstOrThrow();
}
