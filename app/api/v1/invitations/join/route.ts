import * as members from '@/lib/contracts/api/members';
import { clientOf } from '@/lib/http/client-of';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { joinOrganization } from '@/lib/use-cases/accounts/enter-organization';
import { serializeOpenedSession } from '@/lib/use-cases/accounts/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(members.joinOrganization, async ({ actor, body: { invitation }, request }) => {
    return { data: serializeOpenedSession(await joinOrganization(actor, invitation.secret, clientOf(request))) };
  }),
);
