import type { Actor } from '@/lib/auth/actor';
import { endAuthSessions } from '@/lib/auth/end-auth-sessions';
import { authorize } from '@/lib/auth/policy';
import { record } from '@/lib/use-cases/audit/record';

/** Ends all auth sessions of the actor except the present one. */
export async function endOtherAuthSessions(actor: Actor): Promise<void> {
  authorize(actor, 'auth_sessions.end');
  const count = await endAuthSessions({ userId: actor.userId, id: { not: actor.authSessionId } });
  if (count === 0) return;
  await record(actor, { action: 'auth_sessions.end_others', thingType: 'user', thingId: actor.userId });
}
