import * as accounts from '@/lib/contracts/api/accounts';
import { clientAddress } from '@/lib/http/client-address';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { changeEmail } from '@/lib/use-cases/accounts/email/change-email';
import { serializeAccount } from '@/lib/use-cases/accounts/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(accounts.changeEmail, async ({ actor, body, request }) =>
    serializeAccount(await changeEmail(actor, body, clientAddress(request))),
  ),
);
