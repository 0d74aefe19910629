import type { Actor } from '@/lib/auth/actor';
import { endConnectionsOf } from '@/lib/auth/end-connections-of';
import { authorize } from '@/lib/auth/policy';
import { revokeAuthSessions } from '@/lib/auth/revoke-auth-sessions';
import { db } from '@/lib/platform/db/db';
import { lockUser } from '@/lib/platform/db/lock-user';
import { record } from '@/lib/use-cases/audit/record';

/** Ends the actor's auth session. */
export async function logOut(actor: Actor): Promise<void> {
  authorize(actor, 'account.log_out');
  const { userId, authSessionId: id } = actor;
  const ended = await db().$transaction(async (tx) => {
    await lockUser(tx, userId);
    await record(actor, { action: 'account.log_out', thingType: 'user', thingId: userId }, tx);
    return revokeAuthSessions(tx, userId, { id });
  });
  await endConnectionsOf(ended);
}
