import { AppError } from '@/lib/core/errors';
import type { Transaction } from '@/lib/platform/db/db';
import { Prisma } from '@/prisma/generated/client';
import type { Actor } from './actor';

/** The row that {@link liveCredential} selects. */
export type LiveCredential = { grant: string };

/**
 * Confirms inside a transaction that an actor's credential and rights are unchanged since they were authenticated.
 * Revoking the credential waits until the transaction ends.
 * @throws AppError `unauthorized` for a credential that has ended; `forbidden` if the role has changed
 */
export async function confirmActor(tx: Transaction, actor: Actor): Promise<void> {
  requireLive(actor, await tx.$queryRaw<LiveCredential[]>(liveCredential(actor)));
}

/** Selects one row while the actor's credential is live, and locks the rows whose change would end it. */
export const liveCredential = (actor: Actor): Prisma.Sql =>
  actor.apiTokenId === undefined
    ? // Locks users first, as lockUser does, so that ending all of a user's sessions cannot deadlock with this.
      Prisma.sql`
        SELECT memberships.role::text AS "grant"
        FROM users JOIN sessions ON sessions.user_id = users.id
          JOIN memberships ON memberships.user_id = users.id AND memberships.organization_id = sessions.organization_id
        WHERE users.id = ${actor.userId}::uuid AND sessions.id = ${actor.authSessionId}::uuid
          AND sessions.organization_id = ${actor.organizationId}::uuid AND revoked_at IS NULL AND expires_at > now()
        FOR SHARE OF users, sessions, memberships`
    : Prisma.sql`
        SELECT access::text AS "grant" FROM api_tokens
        WHERE id = ${actor.apiTokenId}::uuid AND organization_id = ${actor.organizationId}::uuid
          AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
        FOR SHARE`;

/** Checks the row that {@link liveCredential} has selected. @throws AppError what confirmActor throws */
export function requireLive(actor: Actor, [live]: LiveCredential[]): void {
  if (!live) {
    const what = actor.access === undefined ? 'Your session has ended. Sign in again.' : 'This API token has ended.';
    throw new AppError('unauthorized', what);
  }
  if (live.grant !== (actor.access ?? actor.role)) {
    throw new AppError('forbidden', 'Your role was changed just now. Try again.');
  }
}
