import * as members from '@/lib/contracts/api/members';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { revokeInvitation } from '@/lib/use-cases/members/invitation/invitations';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(members.revokeInvitation, ({ actor, params }) => revokeInvitation(actor, params.id)),
);
