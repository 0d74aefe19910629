import * as members from '@/lib/contracts/api/members';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { countOrganization, updateOrganization } from '@/lib/use-cases/members/organization';
import { serializeOrganization } from '@/lib/use-cases/members/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(members.countOrganization, async ({ actor }) => ({ data: await countOrganization(actor) })),
  endpoint(members.updateOrganization, async ({ actor, body: { organization } }) => ({
    data: serializeOrganization(await updateOrganization(actor, organization)),
  })),
);
