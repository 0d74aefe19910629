import * as accounts from '@/lib/contracts/api/accounts';
import { clientAddress } from '@/lib/http/client-address';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { confirmEmail } from '@/lib/use-cases/accounts/email/confirm-email';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(accounts.confirmEmail, ({ body, request }) =>
    confirmEmail(body.email_change.secret, clientAddress(request)),
  ),
);
