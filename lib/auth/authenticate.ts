import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import type { MembershipRole } from '@/prisma/generated/enums';
import type { Actor } from './actor';
import { decodeToken } from './token';

/**
 * The actor behind a bearer token. The auth session is read each time, so a revoked one ends at once.
 * @throws AppError `unauthorized` for a token that is missing, not ours, expired or revoked
 */
export async function authenticate(token: string | null): Promise<Actor> {
  if (!token) throw new AppError('unauthorized', 'Please sign in.');
  const claims = await decodeToken(token).catch((cause: unknown) => {
    throw new AppError('unauthorized', 'Your session is not valid. Please sign in again.', { cause });
  });
  // One statement without relations: after a restart, thousands of cable connections authenticate at once.
  const [session] = await db().$queryRaw<{ expiresAt: Date; role: MembershipRole }[]>`
    SELECT expires_at AS "expiresAt", role FROM sessions JOIN memberships USING (user_id, organization_id)
    WHERE sessions.id = ${claims.sessionId}::uuid AND user_id = ${claims.userId}::uuid
      AND organization_id = ${claims.organizationId}::uuid AND revoked_at IS NULL AND expires_at > now()`;
  if (!session) throw new AppError('unauthorized', 'Your session has ended. Please sign in again.');
  return { ...claims, sessionExpiresAt: session.expiresAt, role: session.role };
}

/** The actor of a request with the header `authorization: Bearer …`. @throws AppError `unauthorized` where there is none */
export function requireUser(request: Request): Promise<Actor> {
  const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  return authenticate(token ?? null);
}
