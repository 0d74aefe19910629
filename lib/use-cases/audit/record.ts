import type { Actor, UserActor } from '@/lib/auth/actor';
import { type LiveCredential, liveCredential, requireLive } from '@/lib/auth/confirm-actor';
import type { AuditAction, AuditThingType } from '@/lib/contracts/organization/audit-words';
import { newId } from '@/lib/core/id';
import type { Transaction } from '@/lib/platform/db/db';
import { Prisma } from '@/prisma/generated/client';

/** Who acts, and from where: an actor, or a user whom the use case knows by a secret that it has checked. */
type Recorded = Actor | (Pick<UserActor, 'organizationId' | 'userId' | 'address'> & { authSessionId?: undefined });

interface AuditedAction {
  action: AuditAction;
  thingType: AuditThingType;
  thingId: string;
  /** As it was before the action. */
  thingName?: string;
  /** The end of the sentence, such as “to Camera 2”. Never a secret. */
  detail?: string;
}

/**
 * Adds a line to the audit trail of the actor's organization, for use cases that have asked the policy. Confirms the actor
 * in the same statement: nobody changes anything whose session, API token or role has ended since they were authenticated.
 * @param tx the transaction of the change: neither is without the other
 * @throws AppError what confirmActor throws
 */
export async function record(
  actor: Recorded,
  { action, thingType, thingId, thingName, detail }: AuditedAction,
  tx: Transaction,
): Promise<void> {
  const { organizationId, address } = actor;
  const { type, id, name } = actorOf(actor);
  const credential = isActor(actor) ? liveCredential(actor) : Prisma.sql`SELECT 'a secret' AS "grant"`;
  // One statement: an audited change waits for the database once more, and no longer.
  const live = await tx.$queryRaw<LiveCredential[]>`
    WITH live AS (${credential}), line AS (
      INSERT INTO audit_entries (
        id, organization_id, actor_type, actor_id, actor_name, action, thing_type, thing_id, thing_name, detail, address
      ) SELECT
        ${newId()}::uuid, ${organizationId}::uuid, ${type}, ${id}::uuid, ${name},
        ${action}, ${thingType}, ${thingId}::uuid, ${thingName ?? null}, ${detail ?? null}, ${address || null}
      FROM live
    ) SELECT "grant" FROM live`;
  if (isActor(actor)) requireLive(actor, live);
}

const isActor = (recorded: Recorded): recorded is Actor =>
  recorded.authSessionId !== undefined || 'apiTokenId' in recorded;

/** The name of who acts, as the audit trail has it. */
export async function nameOf(actor: Recorded, tx: Transaction): Promise<string> {
  const [row] = await tx.$queryRaw<{ name: string }[]>`SELECT ${actorOf(actor).name} AS name`;
  if (!row) throw new Error('Postgres selected no row');
  return row.name;
}

function actorOf(actor: Recorded) {
  const { type, id, name } = isUser(actor) ? userOf(actor.userId) : apiTokenOf(actor.apiTokenId);
  return { type, id, name: Prisma.sql`coalesce((${name}), 'Somebody')` };
}

const isUser = (actor: Recorded): actor is Recorded & { userId: string } =>
  'userId' in actor && actor.userId !== undefined;

const userOf = (id: string) => ({
  type: 'user',
  id,
  name: Prisma.sql`SELECT concat_ws(' ', first_name, last_name) FROM users WHERE id = ${id}::uuid`,
});

const apiTokenOf = (id: string) => ({
  type: 'api_token',
  id,
  name: Prisma.sql`SELECT name FROM api_tokens WHERE id = ${id}::uuid`,
});
