import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { db } from './db';

/** The installation's Ed25519 key. */
export interface SigningKey {
  privateKey: KeyObject;
  /** 32 bytes in hex, as others compare it. */
  publicHex: string;
}

/** The key that signs reports. The first call makes it; the database keeps it, and so do backups. */
export async function readSigningKey(): Promise<SigningKey> {
  const stored = (await db().signingKey.findFirst()) ?? (await makeKey());
  const privateKey = createPrivateKey({ key: Buffer.from(stored.privateKey), format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return { privateKey, publicHex: Buffer.from(x, 'base64url').toString('hex') };
}

/** Makes the key once, whichever process comes first. */
async function makeKey() {
  const { privateKey } = generateKeyPairSync('ed25519');
  const der = new Uint8Array(privateKey.export({ format: 'der', type: 'pkcs8' }));
  await db().signingKey.createMany({ data: [{ privateKey: der }], skipDuplicates: true });
  return db().signingKey.findFirstOrThrow();
}
