import * as signIn from '@/lib/contracts/api/sign-in';
import { clientOf } from '@/lib/http/client-of';
import { endpoint } from '@/lib/http/endpoint';
import { readCookies } from '@/lib/http/read-cookies';
import { route } from '@/lib/http/route';
import { ssoCookieName } from '@/lib/http/sso-cookie';
import { serializeOpenedSession } from '@/lib/use-cases/accounts/serialize';
import { openSsoSession } from '@/lib/use-cases/accounts/sso/open-sso-session';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(signIn.openSsoSession, async ({ body, request }) => {
    const code = readCookies(request).get(ssoCookieName()) ?? '';
    return { data: serializeOpenedSession(await openSsoSession(code, body.user?.password, clientOf(request))) };
  }),
);
