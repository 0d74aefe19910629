import { hkdfSync } from 'node:crypto';
import { EncryptJWT, type JWTPayload } from 'jose';

interface Forgery {
  secret: string;
  /** What the token is for. */
  salt?: string;
  /** Negative: it has expired already. */
  maxAgeSeconds?: number;
}

/** A token as next-auth's `encode` makes it, which made ours before; written here anew from its source. */
export function forgeToken(claims: JWTPayload, { secret, salt = '', maxAgeSeconds = 3_600 }: Forgery): Promise<string> {
  const info = `NextAuth.js Generated Encryption Key${salt ? ` (${salt})` : ''}`;
  return new EncryptJWT(claims)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setIssuedAt()
    .setExpirationTime(Math.floor(Date.now() / 1000) + maxAgeSeconds)
    .setJti('a token')
    .encrypt(new Uint8Array(hkdfSync('sha256', secret, salt, info, 32)));
}
