import { webEnv } from '@/lib/platform/env/web-env';

/** Sent to the one endpoint that exchanges it, and never by another site. */
const path = '/api/v1/auth/sso_session';

/** The cookie that carries the code of single sign-on, which thus is in no address, log or referrer. */
export const ssoCookieName = (): string => (isSecure() ? '__Secure-sso.code' : 'sso.code');

/** The Set-Cookie header that hands the browser a code. */
export function ssoCookie(code: string, maxAgeSeconds: number): string {
  const secure = isSecure() ? '; Secure' : '';
  return `${ssoCookieName()}=${code}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`;
}

const isSecure = (): boolean => webEnv().PUBLIC_URL?.startsWith('https:') ?? false;
