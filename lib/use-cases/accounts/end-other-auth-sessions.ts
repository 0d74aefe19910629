import type { Actor } from '@/lib/auth/actor';
import { endConnectionsOf } from '@/lib/auth/end-connections-of';
import { authorize } from '@/lib/auth/policy';
import { revokeAuthSessions } from '@/lib/auth/revoke-auth-sessions';
import { db } from '@/lib/platform/db/db';
import { lockUser } from '@/lib/platform/db/lock-user';
import { record } from '@/lib/use-cases/audit/record';

/** Ends all auth sessions of the actor except the present one. */
export async function endOtherAuthSessions(actor: Actor): Promise<void> {
  authorize(actor, 'auth_sessions.end');
  const { userId } = actor;
  const ended = await db().$transaction(async (tx) => {
    await lockUser(tx, userId);
    const revoked = await revokeAuthSessions(tx, userId, { id: { not: actor.authSessionId } });
    if (revoked.length > 0) {
      await record(actor, { action: 'auth_sessions.end_others', thingType: 'user', thingId: userId }, tx);
    }
    return revoked;
  });
  await endConnectionsOf(ended);
}
