import * as accounts from '@/lib/contracts/api/accounts';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { getAccount } from '@/lib/use-cases/accounts/get-account';
import { serializeAccount } from '@/lib/use-cases/accounts/serialize';
import { updateAccount } from '@/lib/use-cases/accounts/update-account';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint(accounts.getAccount, async ({ actor }) => serializeAccount(await getAccount(actor))),
  PATCH: endpoint(accounts.updateAccount, async ({ actor, body }) =>
    serializeAccount(await updateAccount(actor, body)),
  ),
});
