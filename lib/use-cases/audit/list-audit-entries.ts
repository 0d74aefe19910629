import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { type Page, type PageRequest, pageOf } from '@/lib/contracts/api/paging';
import type { AuditQuery } from '@/lib/contracts/organization/audit';
import { beforeCursor } from '@/lib/platform/db/before-cursor';
import { db } from '@/lib/platform/db/db';
import type { AuditEntry } from '@/prisma/generated/client';

/** A page of the audit trail of the actor's organization, newest first. */
export async function listAuditEntries(
  actor: Actor,
  { limit, cursor, ...query }: AuditQuery & PageRequest,
): Promise<Page<AuditEntry>> {
  authorize(actor, 'audit.read');
  const { actor_id: actorId, action, thing_id: thingId, from, to } = query;
  const entries = await db().auditEntry.findMany({
    where: {
      organizationId: actor.organizationId,
      actorId,
      action,
      thingId,
      occurredAt: { gte: from, lt: to },
      AND: beforeCursor(cursor, 'occurredAt'),
    },
    orderBy: [{ occurredAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  });
  return pageOf(entries, limit, ({ occurredAt: at, id }) => ({ at, id }));
}
