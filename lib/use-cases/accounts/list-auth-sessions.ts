import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { db } from '@/lib/platform/db/db';
import type { AuthSession } from '@/prisma/generated/client';

const limit = 100;

/** The actor's own auth sessions that go on, the last seen first, at most a hundred. */
export async function listAuthSessions(actor: Actor): Promise<AuthSession[]> {
  authorize(actor, 'auth_sessions.read');
  return db().authSession.findMany({
    where: { userId: actor.userId, revokedAt: null, expiresAt: { gt: new Date() } },
    orderBy: [{ lastSeenAt: { sort: 'desc', nulls: 'last' } }, { id: 'desc' }],
    take: limit,
  });
}
