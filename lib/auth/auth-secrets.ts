import { webEnv } from '@/lib/platform/env/web-env';

/**
 * The secrets that verify what this server has signed. The first one alone signs; the former one, if any, is on its way
 * out (docs/rotate-secrets.md).
 */
export function authSecrets(): [current: string, ...former: string[]] {
  const { AUTH_SECRET, AUTH_SECRET_FORMER } = webEnv();
  return AUTH_SECRET_FORMER ? [AUTH_SECRET, AUTH_SECRET_FORMER] : [AUTH_SECRET];
}
