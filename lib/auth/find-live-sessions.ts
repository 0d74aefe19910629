import { db } from '@/lib/core/db';

/** Which of these sessions are neither revoked nor expired. */
export async function findLiveSessions(ids: string[]): Promise<Set<string>> {
  const sessions = await db().session.findMany({
    where: { id: { in: ids }, revokedAt: null, expiresAt: { gt: new Date() } },
    select: { id: true },
  });
  return new Set(sessions.map(({ id }) => id));
}
