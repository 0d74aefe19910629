import * as accounts from '@/lib/contracts/api/accounts';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { logOut } from '@/lib/use-cases/accounts/auth-sessions';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(accounts.logOut, ({ actor }) => logOut(actor)),
);
