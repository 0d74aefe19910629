import type { AuditEntryJson } from '@/lib/contracts/organization/audit';
import type { AuditEntry } from '@/prisma/generated/client';

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
