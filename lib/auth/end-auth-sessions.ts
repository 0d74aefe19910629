import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import type { Prisma } from '@/prisma/generated/client';

/**
 * Ends auth sessions at once: their tokens are refused from now on, their cable connections end, and their participants
 * leave the rooms. For callers that have asked the policy; whoever removes a membership ends the sessions of its user and
 * organization.
 * @param which limits the auth sessions; those that have ended are left out
 * @returns how many have ended
 */
export async function endAuthSessions(which: Prisma.AuthSessionWhereInput): Promise<number> {
  const ended = await db().authSession.updateManyAndReturn({
    where: { AND: which, revokedAt: null },
    data: { revokedAt: new Date() },
    select: { id: true, organizationId: true },
  });
  for (const { id: authSessionId, organizationId } of ended) {
    await openBus().publish({ type: 'auth_session_revoked', authSessionId, organizationId });
  }
  return ended.length;
}
