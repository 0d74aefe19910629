import { endOtherAuthSessions } from '@/lib/accounts/end-other-auth-sessions';
import { listAuthSessions } from '@/lib/accounts/list-auth-sessions';
import { serializeAuthSession } from '@/lib/accounts/serialize';
import * as accounts from '@/lib/contracts/api/accounts';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint(accounts.listAuthSessions, async ({ actor }) => ({
    data: (await listAuthSessions(actor)).map((session) => serializeAuthSession(session, actor.authSessionId)),
  })),
  DELETE: endpoint(accounts.endOtherAuthSessions, ({ actor }) => endOtherAuthSessions(actor)),
});
