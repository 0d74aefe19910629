import type { Page, PageRequest } from '@/lib/contracts/api/paging';
import type { AuditActorJson, AuditEntryJson, AuditQuery } from '@/lib/contracts/organization/audit';
import { db } from '@/lib/platform/db/db';
import { pageByTime } from '@/lib/platform/db/page-by-time';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import type { AuditEntry } from '@/prisma/generated/client';

/** A page of the audit trail of the actor's organization, newest first. */
export const listAuditEntries = defineUseCase(
  { action: 'audit.read' },
  async ({ actor }, request: AuditQuery & PageRequest): Promise<Page<AuditEntry>> => {
    const { actor_id: actorId, action, thing_id: thingId, from, to } = request;
    const { organizationId } = actor;
    const list = { organizationId, actorId, action, thingId, occurredAt: { gte: from, lt: to } };
    return pageByTime('occurredAt', 'desc', request).read(list, (query) => db().auditEntry.findMany(query));
  },
);

const limit = 500;

/** Lists everyone in the audit trail of the actor's organization, by their latest name, at most 500. */
export const listAuditActors = defineUseCase({ action: 'audit.read' }, async ({ actor }): Promise<AuditActorJson[]> => {
  return db().$queryRaw<AuditActorJson[]>`
    SELECT id, type, name FROM (
      SELECT DISTINCT ON (actor_id) actor_id AS id, actor_type AS type, actor_name AS name
      FROM audit_entries WHERE organization_id = ${actor.organizationId}::uuid
      ORDER BY actor_id, occurred_at DESC
    ) AS actors
    ORDER BY lower(name), id
    LIMIT ${limit}`;
});

/** One line of the audit trail as the API shows it. */
export const serializeAuditEntry = (entry: AuditEntry): AuditEntryJson => ({
  id: entry.id,
  type: 'audit_entry',
  attributes: {
    actor: { id: entry.actorId, type: entry.actorType, name: entry.actorName },
    action: entry.action,
    thing: { id: entry.thingId, type: entry.thingType, name: entry.thingName },
    detail: entry.detail,
    address: entry.address,
    occurred_at: entry.occurredAt.toISOString(),
  },
});
