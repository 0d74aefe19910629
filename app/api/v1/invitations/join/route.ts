import { serializeAccount } from '@/lib/accounts/serialize';
import * as members from '@/lib/contracts/api/members';
import { clientOf } from '@/lib/http/client-of';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { joinOrganization } from '@/lib/members/invitation/join-organization';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint(members.joinOrganization, async ({ actor, body: { invitation }, request }) => {
    const { token, ...account } = await joinOrganization(actor, invitation.secret, clientOf(request));
    return { data: { token, ...serializeAccount(account) } };
  }),
});
