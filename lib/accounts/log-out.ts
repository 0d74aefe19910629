import type { Actor } from '@/lib/auth/actor';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';

/** Revokes the session that the actor came with: its token is worth nothing from then on, and its live sockets end. */
export async function logOut(actor: Actor): Promise<void> {
  await db().authSession.updateMany({
    where: { id: actor.sessionId, userId: actor.userId, revokedAt: null },
    data: { revokedAt: new Date() },
  });
  await openBus().publish({ type: 'session_revoked', sessionId: actor.sessionId });
}
