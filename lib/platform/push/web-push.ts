import { createCipheriv, createECDH, createPrivateKey, hkdfSync, randomBytes, sign } from 'node:crypto';

/** The keys by which a push service knows this installation (RFC 8292): P-256, base64url without padding. */
export interface VapidKeys {
  /** 65 bytes: the uncompressed point. */
  publicKey: string;
  /** 32 bytes. */
  privateKey: string;
}

/** A device: where its push service takes messages, and the keys that encrypt them. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

const curve = 'prime256v1';
const saltBytes = 16;
const keyBytes = 16;
const nonceBytes = 12;
/** One record holds any message: services take four kilobytes. */
const recordBytes = 4_096;
/** Services refuse tokens of more than a day. */
const tokenSeconds = 12 * 60 * 60;

/** New keys for an installation. */
export function makeVapidKeys(): VapidKeys {
  const pair = createECDH(curve);
  const publicKey = pair.generateKeys('base64url');
  // A private key that begins with zeros is shorter than a JWK allows.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
    .subarray(-32)
    .toString('base64url');
  return { publicKey, privateKey };
}

/**
 * Encrypts a message for a device (RFC 8291, aes128gcm).
 * @param own the pair of this message alone, and its salt; given by tests of the RFC's example
 */
export function encryptPush(
  text: string,
  { p256dh, auth }: Omit<PushTarget, 'endpoint'>,
  own: { privateKey?: Buffer; salt?: Buffer } = {},
): Buffer {
  const pair = createECDH(curve);
  if (own.privateKey) pair.setPrivateKey(own.privateKey);
  else pair.generateKeys();
  const salt = own.salt ?? randomBytes(saltBytes);
  const [theirs, ours] = [Buffer.from(p256dh, 'base64url'), pair.getPublicKey()];
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const shared = pair.computeSecret(theirs);
  const secret = Buffer.from(hkdfSync('sha256', shared, Buffer.from(auth, 'base64url'), info, 32));
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', keyBytes));
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', nonceBytes));
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordBytes);
  // The byte 2 ends the last record.
  const sealed = [
    cipher.update(Buffer.concat([Buffer.from(text), Buffer.from([2])])),
    cipher.final(),
    cipher.getAuthTag(),
  ];
  return Buffer.concat([salt, size, Buffer.from([ours.length]), ours, ...sealed]);
}

/** Proves to a push service who sends (RFC 8292). @param subject how the service reaches the operator */
export function vapidAuthorization(endpoint: string, { publicKey, privateKey }: VapidKeys, subject: string): string {
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d: privateKey }, format: 'jwk' });
  const expiresAt = Math.floor(Date.now() / 1_000) + tokenSeconds;
  const claims = { aud: new URL(endpoint).origin, exp: expiresAt, sub: subject };
  const content = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
  return `vapid t=${content}.${signature}, k=${publicKey}`;
}
