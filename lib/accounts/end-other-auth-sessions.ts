import type { Actor } from '@/lib/auth/actor';
import { endAuthSessions } from '@/lib/auth/end-auth-sessions';
import { authorize } from '@/lib/auth/policy';

/** Ends all auth sessions of the actor except the present one. */
export async function endOtherAuthSessions(actor: Actor): Promise<void> {
  authorize(actor, 'auth_sessions.end');
  await endAuthSessions({ userId: actor.userId, id: { not: actor.authSessionId } });
}
