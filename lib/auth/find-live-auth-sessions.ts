import { db } from '@/lib/platform/db/db';

/** Which of these auth sessions are neither revoked nor expired. */
export async function findLiveAuthSessions(ids: string[]): Promise<Set<string>> {
  const sessions = await db().authSession.findMany({
    where: { id: { in: ids }, revokedAt: null, expiresAt: { gt: new Date() } },
    select: { id: true },
  });
  return new Set(sessions.map(({ id }) => id));
}
