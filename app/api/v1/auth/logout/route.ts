import { logOut } from '@/lib/accounts/log-out';
import * as accounts from '@/lib/contracts/api/accounts';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint(accounts.logOut, ({ actor }) => logOut(actor)),
});
