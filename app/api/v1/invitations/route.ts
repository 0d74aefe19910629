import * as members from '@/lib/contracts/api/members';
import { pageAnswer } from '@/lib/contracts/api/paging';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { createInvitation } from '@/lib/use-cases/members/invitation/create-invitation';
import { listInvitations } from '@/lib/use-cases/members/invitation/list-invitations';
import { serializeInvitation, serializeNewInvitation } from '@/lib/use-cases/members/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint(members.listInvitations, async ({ actor, query }) => {
    const page = await listInvitations(actor, query);
    return pageAnswer(page.rows.map(serializeInvitation), page);
  }),
  POST: endpoint(members.createInvitation, async ({ actor, body }) => {
    const created = await createInvitation(actor, body);
    return { data: serializeNewInvitation(created.invitation, created) };
  }),
});
