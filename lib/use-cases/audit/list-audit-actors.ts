import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import type { AuditActorJson } from '@/lib/contracts/organization/audit';
import { db } from '@/lib/platform/db/db';

const limit = 500;

/** Lists everyone in the audit trail of the actor's organization, by their latest name, at most 500. */
export async function listAuditActors(actor: Actor): Promise<AuditActorJson[]> {
  authorize(actor, 'audit.read');
  return db().$queryRaw<AuditActorJson[]>`
    SELECT id, type, name FROM (
      SELECT DISTINCT ON (actor_id) actor_id AS id, actor_type AS type, actor_name AS name
      FROM audit_entries WHERE organization_id = ${actor.organizationId}::uuid
      ORDER BY actor_id, occurred_at DESC
    ) AS actors
    ORDER BY lower(name), id
    LIMIT ${limit}`;
}
