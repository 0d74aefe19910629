import * as accounts from '@/lib/contracts/api/accounts';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { changePassword } from '@/lib/use-cases/accounts/password';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(accounts.changePassword, ({ actor, body }) => changePassword(actor, body)),
);
