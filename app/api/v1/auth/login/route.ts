import * as accounts from '@/lib/contracts/api/accounts';
import { clientOf } from '@/lib/http/client-of';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { logIn } from '@/lib/use-cases/accounts/log-in';
import { serializeOpenedSession } from '@/lib/use-cases/accounts/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(accounts.logIn, async ({ body, request }) => {
    return { data: serializeOpenedSession(await logIn(body, clientOf(request))) };
  }),
);
