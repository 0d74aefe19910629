import { oidcWayLifetimeSeconds, startOidc } from '@/lib/auth/oidc/oidc';
import { oidcSignIn } from '@/lib/auth/oidc/oidc-sign-in';
import { returnPath, withReturnPath } from '@/lib/browser/page/return-path';
import { redirectBrowser } from '@/lib/http/redirect-browser';
import { ssoNextCookie } from '@/lib/http/sso-cookie';

/** Where the sign-in page sends whoever signs in at the identity provider. `next` is the page that was asked for. */
export function GET(request: Request): Promise<Response> {
  const { search, origin } = new URL(request.url);
  const next = returnPath(search, origin);
  const failed = withReturnPath('/login?sso=failed', next);
  return redirectBrowser(
    request,
    async () => {
      const answer = oidcSignIn() && (await startOidc());
      if (!answer) return { location: failed, cookies: [] };
      const { location, cookies } = answer;
      // Always: it replaces that of an earlier way, which was not gone to its end.
      return { location, cookies: [...cookies, ssoNextCookie(next, oidcWayLifetimeSeconds)] };
    },
    failed,
  );
}
