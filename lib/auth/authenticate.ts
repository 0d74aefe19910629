import { db } from '@/lib/core/db';
import { AppError } from '@/lib/core/errors';
import type { Actor } from './actor';
import { decodeToken } from './token';

/**
 * Who holds this bearer token. The session is looked up each time, so a revoked one ends at once.
 * @throws AppError `unauthorized` for a token that is missing, not ours, expired or revoked
 */
export async function authenticate(token: string | null): Promise<Actor> {
  if (!token) throw new AppError('unauthorized', 'Please sign in.');
  const claims = await decodeToken(token).catch((cause: unknown) => {
    throw new AppError('unauthorized', 'Your session is not valid. Please sign in again.', { cause });
  });
  const session = await db().session.findFirst({
    where: {
      id: claims.sessionId,
      userId: claims.userId,
      organizationId: claims.organizationId,
      revokedAt: null,
      expiresAt: { gt: new Date() },
    },
    select: {
      expiresAt: true,
      user: { select: { memberships: { where: { organizationId: claims.organizationId }, select: { role: true } } } },
    },
  });
  const membership = session?.user.memberships[0];
  if (!session || !membership) throw new AppError('unauthorized', 'Your session has ended. Please sign in again.');
  return { ...claims, sessionExpiresAt: session.expiresAt, role: membership.role };
}
