import type { Role } from '@/lib/contracts/permissions';
import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import type { Actor, UserActor } from './actor';
import { apiTokenPrefix, authenticateApiToken } from './api-token';
import type { Client } from './client';
import { decodeToken } from './token';

/** Minimum interval between two writes of when a session was last seen. */
const seenAgainAfterMs = 60_000;

/**
 * Returns the actor behind the bearer token of an auth session or an API token. Reads the row on each call, so that
 * revoking takes effect at once.
 * @throws AppError `unauthorized` for a token that is missing, not ours, expired or revoked
 */
export async function authenticate(token: string | null): Promise<Actor> {
  if (token?.startsWith(apiTokenPrefix)) return authenticateApiToken(token);
  return (await readActor(token)).actor;
}

/**
 * The actor of a request with the header `authorization: Bearer …`. Notes when and where the auth session or the
 * API token was last seen.
 * @throws AppError `unauthorized` where there is none
 */
export async function requireActor(request: Request, client: Client): Promise<Actor> {
  const [, token] = /^Bearer +([\w.~+/-]+=*)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  if (token?.startsWith(apiTokenPrefix)) return authenticateApiToken(token, client);
  const { actor, lastSeenAt } = await readActor(token ?? null);
  const now = Date.now();
  if (lastSeenAt === null || now - lastSeenAt.getTime() >= seenAgainAfterMs) {
    await db().authSession.updateMany({
      // Only the first of several concurrent requests writes.
      where: { id: actor.authSessionId, lastSeenAt },
      data: { lastSeenAt: new Date(now), lastSeenAddress: client.address, userAgent: client.userAgent },
    });
  }
  actor.address = client.address;
  return actor;
}

async function readActor(token: string | null): Promise<{ actor: UserActor; lastSeenAt: Date | null }> {
  if (!token) throw new AppError('unauthorized', 'Sign in.');
  const claims = await decodeToken(token).catch((cause: unknown) => {
    throw new AppError('unauthorized', 'Your session is not valid. Sign in again.', { cause });
  });
  // One statement without relations: after a restart, thousands of cable connections authenticate at once.
  const [authSession] = await db().$queryRaw<{ expiresAt: Date; role: Role; lastSeenAt: Date | null }[]>`
    SELECT expires_at AS "expiresAt", role, last_seen_at AS "lastSeenAt"
    FROM sessions JOIN memberships USING (user_id, organization_id)
    WHERE sessions.id = ${claims.authSessionId}::uuid AND user_id = ${claims.userId}::uuid
      AND organization_id = ${claims.organizationId}::uuid AND revoked_at IS NULL AND expires_at > now()`;
  if (!authSession) throw new AppError('unauthorized', 'Your session has ended. Sign in again.');
  const { expiresAt, role, lastSeenAt } = authSession;
  const { authSessionId, userId, organizationId } = claims;
  return { actor: { authSessionId, userId, organizationId, authSessionExpiresAt: expiresAt, role }, lastSeenAt };
}
