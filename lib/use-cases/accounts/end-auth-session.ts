import type { Actor } from '@/lib/auth/actor';
import { endAuthSessions } from '@/lib/auth/end-auth-sessions';
import { authorize } from '@/lib/auth/policy';
import { AppError } from '@/lib/core/errors';
import { record } from '@/lib/use-cases/audit/record';

/** Ends one of the actor's own auth sessions; their present one, too. @throws AppError `not_found` */
export async function endAuthSession(actor: Actor, id: string): Promise<void> {
  authorize(actor, 'auth_sessions.end');
  const count = await endAuthSessions({ id, userId: actor.userId });
  if (count === 0) throw new AppError('not_found', 'This session does not exist, or it has ended already.');
  await record(actor, { action: 'auth_sessions.end', thingType: 'auth_session', thingId: id });
}
