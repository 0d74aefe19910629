import type { Actor } from '@/lib/auth/actor';
import { db } from '@/lib/core/db';

/** Revokes the session that the actor came with; its token is worth nothing from then on. */
export async function logOut(actor: Actor): Promise<void> {
  await db().session.updateMany({
    where: { id: actor.sessionId, userId: actor.userId, revokedAt: null },
    data: { revokedAt: new Date() },
  });
}
