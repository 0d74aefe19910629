import * as signIn from '@/lib/contracts/api/sign-in';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { makePasswordResetLink } from '@/lib/use-cases/accounts/password-reset/password-reset';
import { serializePasswordResetLink } from '@/lib/use-cases/accounts/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(signIn.makePasswordResetLink, async ({ actor, params: { id } }) => ({
    data: serializePasswordResetLink(id, await makePasswordResetLink(actor, id)),
  })),
);
