import { logIn } from '@/lib/accounts/log-in';
import { serializeAccount } from '@/lib/accounts/serialize';
import * as accounts from '@/lib/contracts/api/accounts';
import { clientOf } from '@/lib/http/client-of';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint(accounts.logIn, async ({ body, request }) => {
    const { token, ...account } = await logIn(body, clientOf(request));
    return { data: { token, ...serializeAccount(account) } };
  }),
});
