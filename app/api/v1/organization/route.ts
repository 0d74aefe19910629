import * as members from '@/lib/contracts/api/members';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { serializeOrganization } from '@/lib/use-cases/members/serialize';
import { updateOrganization } from '@/lib/use-cases/members/update-organization';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: endpoint(members.updateOrganization, async ({ actor, body: { organization } }) => ({
    data: serializeOrganization(await updateOrganization(actor, organization)),
  })),
});
