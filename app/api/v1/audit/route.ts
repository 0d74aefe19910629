import * as audit from '@/lib/contracts/api/audit';
import { pageAnswer } from '@/lib/contracts/api/paging';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { listAuditEntries } from '@/lib/use-cases/audit/list-audit-entries';
import { serializeAuditEntry } from '@/lib/use-cases/audit/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint(audit.listAuditEntries, async ({ actor, query }) => {
    const page = await listAuditEntries(actor, query);
    return pageAnswer(page.rows.map(serializeAuditEntry), page);
  }),
});
