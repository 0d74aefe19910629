import { serializeOpenedSession } from '@/lib/accounts/serialize';
import { switchOrganization } from '@/lib/accounts/switch-organization';
import * as accounts from '@/lib/contracts/api/accounts';
import { clientOf } from '@/lib/http/client-of';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint(accounts.switchOrganization, async ({ actor, body: { organization }, request }) => {
    return { data: serializeOpenedSession(await switchOrganization(actor, organization.id, clientOf(request))) };
  }),
});
