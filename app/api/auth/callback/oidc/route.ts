import { acceptIdentity, ssoCodeLifetimeSeconds } from '@/lib/accounts/sso/accept-identity';
import { finishOidc } from '@/lib/auth/oidc/oidc';
import { oidcEntry } from '@/lib/auth/oidc/oidc-entry';
import type { SsoRefusal } from '@/lib/contracts/entry';
import { readCookies } from '@/lib/http/read-cookies';
import { redirectBrowser } from '@/lib/http/redirect-browser';
import { ssoCookie } from '@/lib/http/sso-cookie';

const refused = (refusal: SsoRefusal) => `/login?sso=${refusal}`;

/** Where the identity provider sends browsers back to. The code for the auth session goes into a cookie alone. */
export const GET = (request: Request): Promise<Response> =>
  redirectBrowser(
    request,
    async () => {
      let code = '';
      const answer =
        oidcEntry() &&
        (await finishOidc(new URL(request.url), readCookies(request), async (identity) => {
          const accepted = await acceptIdentity(identity);
          if ('refusal' in accepted) return refused(accepted.refusal);
          ({ code } = accepted);
          return '/sso';
        }));
      if (!answer) return { location: refused('failed'), cookies: [] };
      const { location, cookies } = answer;
      return { location, cookies: code ? [...cookies, ssoCookie(code, ssoCodeLifetimeSeconds)] : cookies };
    },
    refused('failed'),
  );
