import type { Actor } from '@/lib/auth/actor';
import { endConnectionsOf } from '@/lib/auth/end-connections-of';
import { authorize } from '@/lib/auth/policy';
import { revokeAuthSessions } from '@/lib/auth/revoke-auth-sessions';
import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import { lockUser } from '@/lib/platform/db/lock-user';
import { record } from '@/lib/use-cases/audit/record';

/** Ends one of the actor's own auth sessions; their present one, too. @throws AppError `not_found` */
export async function endAuthSession(actor: Actor, id: string): Promise<void> {
  authorize(actor, 'auth_sessions.end');
  const { userId } = actor;
  const ended = await db().$transaction(async (tx) => {
    await lockUser(tx, userId);
    await record(actor, { action: 'auth_sessions.end', thingType: 'auth_session', thingId: id }, tx);
    const revoked = await revokeAuthSessions(tx, userId, { id });
    if (revoked.length === 0) throw new AppError('not_found', 'This session does not exist, or it has ended already.');
    return revoked;
  });
  await endConnectionsOf(ended);
}
