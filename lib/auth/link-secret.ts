import { hash, randomBytes } from 'node:crypto';

/** Hashes a link's secret for storage and look-up: SHA-256, in hex. Secrets are random, so it needs no salt. */
export const hashLinkSecret = (secret: string): string => hash('sha256', secret, 'hex');

/** A secret for the fragment of a link: 32 random bytes in base64url; and its hash, which alone is stored. */
export function newLinkSecret(): { secret: string; hash: string } {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: hashLinkSecret(secret) };
}

/** Whether a secret that somebody else made is as long as one of {@link newLinkSecret}, and written like it. */
export const isLinkSecret = (text: string): boolean => /^[\w-]{43}$/.test(text);
