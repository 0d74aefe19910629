import * as members from '@/lib/contracts/api/members';
import { clientAddress } from '@/lib/http/client-address';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { findInvitation } from '@/lib/use-cases/members/invitation/open-invitation';
import { serializeFoundInvitation } from '@/lib/use-cases/members/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(members.findInvitation, async ({ body: { invitation }, request }) => ({
    data: serializeFoundInvitation(await findInvitation(invitation.secret, clientAddress(request))),
  })),
);
