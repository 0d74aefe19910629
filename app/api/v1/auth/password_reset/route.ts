import * as entry from '@/lib/contracts/api/entry';
import { clientAddress } from '@/lib/http/client-address';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { requestPasswordReset } from '@/lib/use-cases/accounts/password-reset/request-password-reset';
import { resetPassword } from '@/lib/use-cases/accounts/password-reset/reset-password';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint(entry.requestPasswordReset, ({ body, request }) => requestPasswordReset(body, clientAddress(request))),
  PUT: endpoint(entry.resetPassword, ({ body, request }) => resetPassword(body, clientAddress(request))),
});
