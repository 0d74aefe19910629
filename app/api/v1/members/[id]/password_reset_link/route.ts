import { makePasswordResetLink } from '@/lib/accounts/password-reset/make-password-reset-link';
import { serializePasswordResetLink } from '@/lib/accounts/serialize';
import * as entry from '@/lib/contracts/api/entry';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint(entry.makePasswordResetLink, async ({ actor, params: { id } }) => ({
    data: serializePasswordResetLink(id, await makePasswordResetLink(actor, id)),
  })),
});
