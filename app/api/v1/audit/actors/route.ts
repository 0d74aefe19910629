import * as audit from '@/lib/contracts/api/audit';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { listAuditActors } from '@/lib/use-cases/audit/audit-entries';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(audit.listAuditActors, async ({ actor }) => ({ data: await listAuditActors(actor) })),
);
