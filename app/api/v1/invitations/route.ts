import * as members from '@/lib/contracts/api/members';
import { pageAnswer } from '@/lib/contracts/api/paging';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { createInvitation, listInvitations } from '@/lib/use-cases/members/invitation/invitations';
import { serializeInvitation, serializeNewInvitation } from '@/lib/use-cases/members/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(members.listInvitations, async ({ actor, query }) =>
    pageAnswer(await listInvitations(actor, query), serializeInvitation),
  ),
  endpoint(members.createInvitation, async ({ actor, body }) => {
    const created = await createInvitation(actor, body);
    return { data: serializeNewInvitation(created.invitation, created) };
  }),
);
