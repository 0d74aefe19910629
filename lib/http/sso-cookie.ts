import { webEnv } from '@/lib/platform/env/web-env';

/** The cookie that carries the code of single sign-on, which thus is in no address, log or referrer. */
export const ssoCookieName = (): string => nameOf('code');

/** The Set-Cookie header that hands the browser a code. It goes to the endpoint that exchanges it, and never from another site. */
export const ssoCookie = (code: string, maxAgeSeconds: number): string =>
  cookie(ssoCookieName(), code, '/api/v1/auth/sso_session', 'Strict', maxAgeSeconds);

/** The cookie that keeps the page that was asked for while the browser is at the identity provider. */
export const ssoNextCookieName = (): string => nameOf('next');

/**
 * The Set-Cookie header that keeps the page that was asked for, until the provider sends the browser back.
 * @param path on this server
 */
export const ssoNextCookie = (path: string, maxAgeSeconds: number): string =>
  // Not strict: the provider's page leads back here.
  cookie(ssoNextCookieName(), encodeURIComponent(path), '/api/auth/callback/oidc', 'Lax', maxAgeSeconds);

const isSecure = (): boolean => webEnv().PUBLIC_URL?.startsWith('https:') ?? false;

const nameOf = (what: string): string => `${isSecure() ? '__Secure-' : ''}sso.${what}`;

function cookie(name: string, value: string, path: string, sameSite: string, maxAgeSeconds: number): string {
  const secure = isSecure() ? '; Secure' : '';
  return `${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=${sameSite}${secure}`;
}
