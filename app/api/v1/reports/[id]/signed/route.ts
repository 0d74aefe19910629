import * as reports from '@/lib/contracts/api/reports';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { getSignedReport } from '@/lib/use-cases/reports/get-signed-report';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(reports.getSignedReport, async ({ actor, params: { id } }) => ({
    data: { id, type: 'signed_report' as const, attributes: { file: await getSignedReport(actor, id) } },
  })),
);
