import { db } from '@/lib/core/db';
import { newId } from '@/lib/core/id';
import { encodeToken, sessionTtlSeconds } from './token';

/** Signs a user in to one of their organizations, and forgets their expired sessions. @returns the bearer token */
export async function openSession(userId: string, organizationId: string): Promise<string> {
  const sessionId = newId();
  const now = Date.now();
  await db().$transaction([
    db().session.deleteMany({ where: { userId, expiresAt: { lt: new Date(now) } } }),
    db().session.create({
      data: { id: sessionId, userId, organizationId, expiresAt: new Date(now + sessionTtlSeconds * 1000) },
    }),
  ]);
  return encodeToken({ sessionId, userId, organizationId });
}
