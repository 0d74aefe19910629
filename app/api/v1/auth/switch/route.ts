import * as accounts from '@/lib/contracts/api/accounts';
import { clientOf } from '@/lib/http/client-of';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { switchOrganization } from '@/lib/use-cases/accounts/enter-organization';
import { serializeOpenedSession } from '@/lib/use-cases/accounts/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(accounts.switchOrganization, async ({ actor, body: { organization }, request }) => {
    return { data: serializeOpenedSession(await switchOrganization(actor, organization.id, clientOf(request))) };
  }),
);
