import * as accounts from '@/lib/contracts/api/accounts';
import { clientAddress } from '@/lib/http/client-address';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { serializeAccount } from '@/lib/use-cases/accounts/serialize';
import { signUp } from '@/lib/use-cases/accounts/sign-up';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(accounts.signUp, async ({ body, request }) => ({
    data: serializeAccount(await signUp(body, clientAddress(request))),
  })),
);
