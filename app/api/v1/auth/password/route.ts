import { changePassword } from '@/lib/accounts/password/change-password';
import * as accounts from '@/lib/contracts/api/accounts';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: endpoint(accounts.changePassword, ({ actor, body }) => changePassword(actor, body)),
});
