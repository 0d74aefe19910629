import * as members from '@/lib/contracts/api/members';
import { clientOf } from '@/lib/http/client-of';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { serializeOpenedSession } from '@/lib/use-cases/accounts/serialize';
import { joinOrganization } from '@/lib/use-cases/members/invitation/join-organization';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint(members.joinOrganization, async ({ actor, body: { invitation }, request }) => {
    return { data: serializeOpenedSession(await joinOrganization(actor, invitation.secret, clientOf(request))) };
  }),
});
