import * as members from '@/lib/contracts/api/members';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { countOrganization } from '@/lib/use-cases/members/count-organization';
import { serializeOrganization } from '@/lib/use-cases/members/serialize';
import { updateOrganization } from '@/lib/use-cases/members/update-organization';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint(members.countOrganization, async ({ actor }) => ({ data: await countOrganization(actor) })),
  PATCH: endpoint(members.updateOrganization, async ({ actor, body: { organization } }) => ({
    data: serializeOrganization(await updateOrganization(actor, organization)),
  })),
});
