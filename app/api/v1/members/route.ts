import * as members from '@/lib/contracts/api/members';
import { pageAnswer } from '@/lib/contracts/api/paging';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { listMembers } from '@/lib/use-cases/members/list-members';
import { serializeMember } from '@/lib/use-cases/members/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(members.listMembers, async ({ actor, query }) =>
    pageAnswer(await listMembers(actor, query), serializeMember),
  ),
);
