import * as entry from '@/lib/contracts/api/entry';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { makePasswordResetLink } from '@/lib/use-cases/accounts/password-reset/make-password-reset-link';
import { serializePasswordResetLink } from '@/lib/use-cases/accounts/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint(entry.makePasswordResetLink, async ({ actor, params: { id } }) => ({
    data: serializePasswordResetLink(id, await makePasswordResetLink(actor, id)),
  })),
});
