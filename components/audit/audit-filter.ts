import type { AuditQuery } from '@/lib/contracts/organization/audit';
import type { AuditAction } from '@/lib/contracts/organization/audit-words';

/** The filter that the screen applies to the audit trail. */
export interface AuditFilter {
  actorId?: string | undefined;
  action?: AuditAction | undefined;
  thing?: { id: string; name: string } | undefined;
  /** The first and the last day, as a date field has them; in the browser's time zone. */
  from?: string | undefined;
  to?: string | undefined;
}

/** The query that answers a filter. */
export const auditQueryOf = ({ actorId, action, thing, from, to }: AuditFilter): AuditQuery => ({
  actor_id: actorId,
  action,
  thing_id: thing?.id,
  from: from && startOf(from).toISOString(),
  to: to && dayAfter(startOf(to)).toISOString(),
});

/** Whether anything is left out. */
export const isFiltered = (filter: AuditFilter): boolean => Object.values(filter).some((value) => value !== undefined);

// Without a time, JavaScript reads a date as UTC's.
const startOf = (day: string): Date => new Date(`${day}T00:00`);

/** Midnight again: a day of a changing clock has not 24 hours. */
function dayAfter(date: Date): Date {
  const next = new Date(date);
  next.setDate(next.getDate() + 1);
  return next;
}
