import { serializeAccount } from '@/lib/accounts/serialize';
import { signUp } from '@/lib/accounts/sign-up';
import * as accounts from '@/lib/contracts/api/accounts';
import { clientAddress } from '@/lib/http/client-address';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint(accounts.signUp, async ({ body, request }) => ({
    data: serializeAccount(await signUp(body, clientAddress(request))),
  })),
});
