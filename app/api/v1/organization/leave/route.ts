import * as members from '@/lib/contracts/api/members';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { leaveOrganization } from '@/lib/use-cases/members/leave-organization';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint(members.leaveOrganization, ({ actor }) => leaveOrganization(actor)),
});
