import { endConnectionsOf } from '@/lib/auth/end-connections-of';
import { revokeAuthSessions } from '@/lib/auth/revoke-auth-sessions';
import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import { lockUser } from '@/lib/platform/db/lock-user';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import type { AuthSession } from '@/prisma/generated/client';

const limit = 100;

/** The actor's own auth sessions that go on, the last seen first, at most a hundred. */
export const listAuthSessions = defineUseCase(
  { action: 'auth_sessions.read' },
  async ({ actor }): Promise<AuthSession[]> => {
    return db().authSession.findMany({
      where: { userId: actor.userId, revokedAt: null, expiresAt: { gt: new Date() } },
      orderBy: [{ lastSeenAt: { sort: 'desc', nulls: 'last' } }, { id: 'desc' }],
      take: limit,
    });
  },
);

/** Ends one of the actor's own auth sessions; their present one, too. @throws AppError `not_found` */
export const endAuthSession = defineUseCase(
  { action: 'auth_sessions.end', audit: 'auth_sessions.end' },
  async ({ actor, record }, id: string): Promise<void> => {
    const { userId } = actor;
    const ended = await db().$transaction(async (tx) => {
      await lockUser(tx, userId);
      await record(tx, { id });
      const revoked = await revokeAuthSessions(tx, userId, { id });
      if (revoked.length === 0)
        throw new AppError('not_found', 'This session does not exist, or it has ended already.');
      return revoked;
    });
    await endConnectionsOf(ended);
  },
);

/** Ends all auth sessions of the actor except the present one. */
export const endOtherAuthSessions = defineUseCase(
  { action: 'auth_sessions.end', audit: 'auth_sessions.end_others' },
  async ({ actor, record }): Promise<void> => {
    const { userId } = actor;
    const ended = await db().$transaction(async (tx) => {
      await lockUser(tx, userId);
      const revoked = await revokeAuthSessions(tx, userId, { id: { not: actor.authSessionId } });
      if (revoked.length > 0) {
        await record(tx, { id: userId });
      }
      return revoked;
    });
    await endConnectionsOf(ended);
  },
);

/** Ends the actor's auth session. */
export const logOut = defineUseCase(
  { action: 'account.log_out', audit: 'account.log_out' },
  async ({ actor, record }): Promise<void> => {
    const { userId, authSessionId: id } = actor;
    const ended = await db().$transaction(async (tx) => {
      await lockUser(tx, userId);
      await record(tx, { id: userId });
      return revokeAuthSessions(tx, userId, { id });
    });
    await endConnectionsOf(ended);
  },
);
