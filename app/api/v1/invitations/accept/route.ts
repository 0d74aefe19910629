import * as members from '@/lib/contracts/api/members';
import { clientOf } from '@/lib/http/client-of';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { acceptInvitation } from '@/lib/use-cases/accounts/accept-invitation';
import { serializeOpenedSession } from '@/lib/use-cases/accounts/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(members.acceptInvitation, async ({ body, request }) => {
    return { data: serializeOpenedSession(await acceptInvitation(body, clientOf(request))) };
  }),
);
