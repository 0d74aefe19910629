import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';

/** Revokes the actor's auth session: its token is refused from now on, and its cable connections end. */
export async function logOut(actor: Actor): Promise<void> {
  authorize(actor, 'account.log_out');
  await db().authSession.updateMany({
    where: { id: actor.sessionId, userId: actor.userId, revokedAt: null },
    data: { revokedAt: new Date() },
  });
  await openBus().publish({ type: 'auth_session_revoked', authSessionId: actor.sessionId });
}
