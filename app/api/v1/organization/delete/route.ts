import * as members from '@/lib/contracts/api/members';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { deleteOrganization } from '@/lib/use-cases/members/delete-organization';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(members.deleteOrganization, ({ actor, body }) => deleteOrganization(actor, body.organization)),
);
