import { createHmac, hkdfSync } from 'node:crypto';
import { authSecrets } from './auth-secrets';

/**
 * Derives 32 bytes in base64url from AUTH_SECRET and a text, and from the former AUTH_SECRET as well. The first one is for
 * what is made now; the others recognize what was made before a rotation.
 * @param purpose separates these secrets from those for anything else
 */
export function deriveSecrets(purpose: string, text: string): [current: string, ...former: string[]] {
  const derive = (authSecret: string): string => {
    const key = hkdfSync('sha256', authSecret, '', `sightline ${purpose}`, 32);
    return createHmac('sha256', Buffer.from(key)).update(text).digest('base64url');
  };
  const [current, ...former] = authSecrets();
  return [derive(current), ...former.map(derive)];
}
