import type { Actor } from '@/lib/auth/actor';
import type { AuditAction, AuditThingType } from '@/lib/contracts/organization/audit-words';
import { newId } from '@/lib/core/id';
import { db, type Transaction } from '@/lib/platform/db/db';
import { Prisma } from '@/prisma/generated/client';

/** Who acts, and from where; an Actor is one. */
type Recorded = Pick<Actor, 'organizationId' | 'address'> & ({ userId: string } | { apiTokenId: string });

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
 * Adds a line to the audit trail of the actor's organization, for use cases that have asked the policy.
 * @param tx the transaction of the change, wherever there is one: then neither is without the other
 */
export async function record(
  actor: Recorded,
  { action, thingType, thingId, thingName, detail }: AuditedAction,
  tx: Transaction = db(),
): Promise<void> {
  const { organizationId, address } = actor;
  const { type, id, name } = actorOf(actor);
  // One statement: an audited change waits for the database once more, and no longer.
  await tx.$executeRaw`
    INSERT INTO audit_entries (
      id, organization_id, actor_type, actor_id, actor_name, action, thing_type, thing_id, thing_name, detail, address
    ) VALUES (
      ${newId()}::uuid, ${organizationId}::uuid, ${type}, ${id}::uuid, ${name},
      ${action}, ${thingType}, ${thingId}::uuid, ${thingName ?? null}, ${detail ?? null}, ${address || null}
    )`;
}

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
