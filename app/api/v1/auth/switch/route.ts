import * as accounts from '@/lib/contracts/api/accounts';
import { clientOf } from '@/lib/http/client-of';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { serializeOpenedSession } from '@/lib/use-cases/accounts/serialize';
import { switchOrganization } from '@/lib/use-cases/accounts/switch-organization';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint(accounts.switchOrganization, async ({ actor, body: { organization }, request }) => {
    return { data: serializeOpenedSession(await switchOrganization(actor, organization.id, clientOf(request))) };
  }),
});
