import { webEnv } from '@/lib/platform/env/web-env';

/** next-auth's name for the one provider that there is. */
export const oidcProviderId = 'oidc';

/** Where the way to the identity provider begins, for the sign-in page; null where no provider is set. */
export function oidcSignIn(): { href: string; name: string } | null {
  const { OIDC_ISSUER, OIDC_NAME, PUBLIC_URL = '' } = webEnv();
  // Absolute: the cookies of the way there must be on the host that the provider sends the browser back to.
  return OIDC_ISSUER ? { href: `${PUBLIC_URL}/api/auth/signin/${oidcProviderId}`, name: OIDC_NAME } : null;
}
