import * as signIn from '@/lib/contracts/api/sign-in';
import { clientAddress } from '@/lib/http/client-address';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { requestPasswordReset } from '@/lib/use-cases/accounts/password-reset/request-password-reset';
import { resetPassword } from '@/lib/use-cases/accounts/password-reset/reset-password';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(signIn.requestPasswordReset, ({ body, request }) => requestPasswordReset(body, clientAddress(request))),
  endpoint(signIn.resetPassword, ({ body, request }) => resetPassword(body, clientAddress(request))),
);
