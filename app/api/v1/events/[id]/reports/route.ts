import { pageAnswer } from '@/lib/contracts/api/paging';
import * as reports from '@/lib/contracts/api/reports';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { listReports, serializeListed } from '@/lib/use-cases/reports/list-reports';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(reports.listReports, async ({ actor, params, query }) =>
    pageAnswer(await listReports(actor, params.id, query), serializeListed),
  ),
);
