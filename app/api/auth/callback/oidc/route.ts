import { finishOidc } from '@/lib/auth/oidc/oidc';
import { oidcSignIn } from '@/lib/auth/oidc/oidc-sign-in';
import { returnPath, withReturnPath } from '@/lib/browser/page/return-path';
import type { SsoRefusal } from '@/lib/contracts/sign-in';
import { readCookies } from '@/lib/http/read-cookies';
import { redirectBrowser } from '@/lib/http/redirect-browser';
import { ssoCookie, ssoNextCookieName } from '@/lib/http/sso-cookie';
import { acceptIdentity, ssoCodeLifetimeSeconds } from '@/lib/use-cases/accounts/sso/accept-identity';

/** Where the identity provider sends browsers back to. The code for the auth session goes into a cookie alone. */
export function GET(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const cookies = readCookies(request);
  // Checked again: another program of this host could have set the cookie.
  const next = returnPath(`?next=${cookies.get(ssoNextCookieName()) ?? ''}`, url.origin);
  const refused = (refusal: SsoRefusal) => withReturnPath(`/login?sso=${refusal}`, next);
  return redirectBrowser(
    request,
    async () => {
      let code = '';
      const answer =
        oidcSignIn() &&
        (await finishOidc(url, cookies, async (identity) => {
          const accepted = await acceptIdentity(identity);
          if ('refusal' in accepted) return refused(accepted.refusal);
          ({ code } = accepted);
          return withReturnPath('/sso', next);
        }));
      if (!answer) return { location: refused('failed'), cookies: [] };
      const { location, cookies: checks } = answer;
      return { location, cookies: code ? [...checks, ssoCookie(code, ssoCodeLifetimeSeconds)] : checks };
    },
    refused('failed'),
  );
}
