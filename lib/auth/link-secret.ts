import { createHash, randomBytes } from 'node:crypto';

/** A new secret for a link: 32 random bytes in base64url, and the hash to store. */
export function newLinkSecret(): { secret: string; hash: string } {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: hashLinkSecret(secret) };
}

/** The hash under which a link's secret is stored: SHA-256, in hex. */
export const hashLinkSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');
