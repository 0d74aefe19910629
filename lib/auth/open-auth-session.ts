import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { encodeToken, sessionTtlSeconds } from './token';

/** Opens an auth session in one of the user's organizations, and deletes their expired ones. @returns the bearer token */
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
