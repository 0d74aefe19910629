import * as audit from '@/lib/contracts/api/audit';
import { pageAnswer } from '@/lib/contracts/api/paging';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { listAuditEntries, serializeAuditEntry } from '@/lib/use-cases/audit/audit-entries';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(audit.listAuditEntries, async ({ actor, query }) =>
    pageAnswer(await listAuditEntries(actor, query), serializeAuditEntry),
  ),
);
