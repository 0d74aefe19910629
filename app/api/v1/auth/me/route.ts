import * as accounts from '@/lib/contracts/api/accounts';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { getAccount, updateAccount } from '@/lib/use-cases/accounts/account';
import { serializeAccount } from '@/lib/use-cases/accounts/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(accounts.getAccount, async ({ actor }) => serializeAccount(await getAccount(actor))),
  endpoint(accounts.updateAccount, async ({ actor, body }) => serializeAccount(await updateAccount(actor, body))),
);
