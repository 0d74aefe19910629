import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { Actor } from '@/lib/auth/actor';
import type { SetPushInput } from '@/lib/contracts/push';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';

/** A device with its own keys, as a browser has them. */
export interface PushDevice {
  input: SetPushInput;
  /** Opens what came for it, by RFC 8291. @throws Error where it was not encrypted for it */
  decrypt(body: Buffer): unknown;
}

/** A device that nobody has subscribed yet. @param endpoint where its push service takes messages */
export function newDevice(
  endpoint = `https://push.example.com/send/${randomBytes(8).toString('hex')}`,
  kinds = ['lost_on_air'],
): PushDevice {
  const pair = createECDH('prime256v1');
  const own = pair.generateKeys();
  const auth = randomBytes(16);
  return {
    input: { endpoint, p256dh: own.toString('base64url'), auth: auth.toString('base64url'), kinds },
    decrypt: (body) => {
      const salt = body.subarray(0, 16);
      const keyLength = body.readUInt8(20);
      const theirs = body.subarray(21, 21 + keyLength);
      const sealed = body.subarray(21 + keyLength);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, theirs]);
      const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(theirs), auth, info, 32));
      const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
      const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
      const decipher = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: 16 });
      decipher.setAuthTag(sealed.subarray(-16));
      const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
      return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString());
    },
  };
}

/** Subscribes a device of a member, also at an address that the API refuses. */
export async function subscribeDevice(
  actor: Actor,
  device: PushDevice = newDevice(),
): Promise<PushDevice & { id: string }> {
  const { organizationId, userId = '', authSessionId: sessionId = '' } = actor;
  const data = { organizationId, userId, ...device.input };
  const { id } = await db().pushSubscription.upsert({
    where: { sessionId },
    create: { id: newId(), sessionId, ...data },
    update: data,
  });
  return { ...device, id };
}
