import { createHmac, hkdfSync } from 'node:crypto';

/**
 * Derives secrets from one: 32 bytes in base64url for each text (HKDF, RFC 5869, then HMAC with SHA-256).
 * @param purpose separates them from those for anything else
 */
export function secretDeriver(secret: string, purpose: string): (text: string) => string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  return (text) => createHmac('sha256', key).update(text).digest('base64url');
}
