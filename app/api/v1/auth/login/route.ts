import { logIn } from '@/lib/accounts/log-in';
import { serializeOpenedSession } from '@/lib/accounts/serialize';
import * as accounts from '@/lib/contracts/api/accounts';
import { clientOf } from '@/lib/http/client-of';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint(accounts.logIn, async ({ body, request }) => {
    return { data: serializeOpenedSession(await logIn(body, clientOf(request))) };
  }),
});
