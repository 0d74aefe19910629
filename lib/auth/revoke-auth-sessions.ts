import type { Transaction } from '@/lib/platform/db/db';
import type { Prisma } from '@/prisma/generated/client';
import type { EndedCredential } from './end-connections-of';

/**
 * Revokes auth sessions of a user, whose lock the caller holds: their tokens are refused from the transaction's end on, and
 * {@link endConnectionsOf} then ends what they have open.
 * @param which limits the auth sessions; those that have ended are left out
 * @returns those that have ended
 */
export const revokeAuthSessions = (
  tx: Transaction,
  userId: string,
  which: Prisma.AuthSessionWhereInput = {},
): Promise<EndedCredential[]> =>
  tx.authSession.updateManyAndReturn({
    where: { AND: which, userId, revokedAt: null },
    data: { revokedAt: new Date() },
    select: { id: true, organizationId: true },
  });
