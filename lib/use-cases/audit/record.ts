import type { Actor, UserActor } from '@/lib/auth/actor';
import { type LiveCredential, liveCredential, requireLive } from '@/lib/auth/confirm-actor';
import type { AuditAction, AuditThingType } from '@/lib/contracts/organization/audit-words';
import { newId } from '@/lib/core/id';
import type { Transaction } from '@/lib/platform/db/db';
import { Prisma } from '@/prisma/generated/client';

/** The author of an audit entry: an actor, or a user whose secret the use case has checked. */
type Recorded = Actor | (Pick<UserActor, 'organizationId' | 'userId' | 'address'> & { authSessionId?: undefined });

interface AuditedAction {
  action: AuditAction;
  thingType: AuditThingType;
  thingId: string;
  /** The name before the action. */
  thingName?: string;
  /** The end of the sentence, such as “to Camera 2”. Never a secret. */
  detail?: string;
}

/**
 * Adds a line to the audit trail of the actor's organization, for use cases that have asked the policy. Confirms the
 * actor in the same statement, so that a session, API token or role that has just ended changes nothing.
 * @param tx the transaction of the change, so that neither happens without the other
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
  // One statement, so that auditing a change costs a single round trip to the database.
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

/** The author's name, as the audit trail has it. */
export async function nameOf(actor: Recorded, tx: Transaction): Promise<string> {
  const [row] = await tx.$queryRaw<{ name: string }[]>`SELECT ${actorOf(actor).name} AS name`;
  if (!row) throw new Error('Postgres selected no row');
  return row.name;
}

function actorOf(actor: Recorded) {
  const { type, id, name } = isUser(actor) ? userOf(actor.userId) : apiTokenOf(actor.apiTokenId);
  return { type, id, name: Prisma.sql`coalesce((${name}), 'Someone')` };
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
