import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { encodeToken, sessionTtlSeconds } from './token';

/** Signs a user in to one of their organizations, and forgets their expired sessions. @returns the bearer token */
export async function openAuthSession(userId: string, organizationId: string): Promise<string> {
  const sessionId = newId();
  const now = Date.now();
  await db().$transaction([
    db().authSession.deleteMany({ where: { userId, expiresAt: { lt: new Date(now) } } }),
    db().authSession.create({
      data: { id: sessionId, userId, organizationId, expiresAt: new Date(now + sessionTtlSeconds * 1000) },
    }),
  ]);
  return encodeToken({ sessionId, userId, organizationId });
}
