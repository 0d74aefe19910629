import * as members from '@/lib/contracts/api/members';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { removeMember } from '@/lib/use-cases/members/end-membership';
import { serializeMember } from '@/lib/use-cases/members/serialize';
import { updateMember } from '@/lib/use-cases/members/update-member';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(members.updateMember, async ({ actor, params, body: { member } }) => ({
    data: serializeMember(await updateMember(actor, params.id, member.role)),
  })),
  endpoint(members.removeMember, ({ actor, params }) => removeMember(actor, params.id)),
);
