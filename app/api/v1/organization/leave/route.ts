import * as members from '@/lib/contracts/api/members';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { leaveOrganization } from '@/lib/use-cases/members/end-membership';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(members.leaveOrganization, ({ actor }) => leaveOrganization(actor)),
);
