import type { Actor } from '@/lib/auth/actor';
import { endAuthSessions } from '@/lib/auth/end-auth-sessions';
import { authorize } from '@/lib/auth/policy';
import { record } from '@/lib/use-cases/audit/record';

/** Ends the actor's auth session. */
export async function logOut(actor: Actor): Promise<void> {
  authorize(actor, 'account.log_out');
  await endAuthSessions({ id: actor.authSessionId, userId: actor.userId });
  await record(actor, { action: 'account.log_out', thingType: 'user', thingId: actor.userId });
}
