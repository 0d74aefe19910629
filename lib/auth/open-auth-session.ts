import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import type { Client } from './client';
import { authSessionTtlSeconds, encodeToken } from './token';

/** Opens an auth session in one of the user's organizations, and deletes their expired ones. @returns the bearer token */
export async function openAuthSession(userId: string, organizationId: string, client?: Client): Promise<string> {
  const authSessionId = newId();
  const now = Date.now();
  await db().$transaction([
    db().authSession.deleteMany({ where: { userId, expiresAt: { lt: new Date(now) } } }),
    db().authSession.create({
      data: {
        id: authSessionId,
        userId,
        organizationId,
        expiresAt: new Date(now + authSessionTtlSeconds * 1000),
        lastSeenAt: client && new Date(now),
        lastSeenAddress: client?.address,
        userAgent: client?.userAgent,
      },
    }),
  ]);
  return encodeToken({ authSessionId, userId, organizationId });
}
