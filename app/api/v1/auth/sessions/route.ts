import * as accounts from '@/lib/contracts/api/accounts';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { endOtherAuthSessions, listAuthSessions } from '@/lib/use-cases/accounts/auth-sessions';
import { serializeAuthSession } from '@/lib/use-cases/accounts/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(accounts.listAuthSessions, async ({ actor }) => ({
    data: (await listAuthSessions(actor)).map((session) => serializeAuthSession(session, actor.authSessionId)),
  })),
  endpoint(accounts.endOtherAuthSessions, ({ actor }) => endOtherAuthSessions(actor)),
);
