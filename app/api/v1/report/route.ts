import * as reports from '@/lib/contracts/api/reports';
import { clientOf } from '@/lib/http/client-of';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { openReport } from '@/lib/use-cases/reports/open-report';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(reports.openReport, async ({ body, request }) => ({
    data: await openReport(body.report.secret, clientOf(request)),
  })),
);
