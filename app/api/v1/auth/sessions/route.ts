import * as accounts from '@/lib/contracts/api/accounts';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { endOtherAuthSessions } from '@/lib/use-cases/accounts/end-other-auth-sessions';
import { listAuthSessions } from '@/lib/use-cases/accounts/list-auth-sessions';
import { serializeAuthSession } from '@/lib/use-cases/accounts/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint(accounts.listAuthSessions, async ({ actor }) => ({
    data: (await listAuthSessions(actor)).map((session) => serializeAuthSession(session, actor.authSessionId)),
  })),
  DELETE: endpoint(accounts.endOtherAuthSessions, ({ actor }) => endOtherAuthSessions(actor)),
});
