import { secretDeriver } from '@/lib/core/secret-deriver';
import { authSecrets } from './auth-secrets';

/**
 * Derives 32 bytes in base64url from AUTH_SECRET and a text, and from the former AUTH_SECRET as well. The first one is for
 * what is made now; the others recognize what was made before a rotation.
 * @param purpose separates these secrets from those for anything else
 */
export function deriveSecrets(purpose: string, text: string): [current: string, ...former: string[]] {
  const derive = (authSecret: string): string => secretDeriver(authSecret, `sightline ${purpose}`)(text);
  const [current, ...former] = authSecrets();
  return [derive(current), ...former.map(derive)];
}
