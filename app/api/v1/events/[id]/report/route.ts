import * as reports from '@/lib/contracts/api/reports';
import { reportCsv } from '@/lib/contracts/report-csv';
import { csvResponse } from '@/lib/http/csv-response';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { getReport } from '@/lib/use-cases/reports/get-report';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(reports.getReport, async ({ actor, params, query, request }) => {
    const report = await getReport(actor, params.id, query.report_id);
    if (query.format === 'json') return { data: report };
    return csvResponse(request, 'report.csv', (language) => (report ? reportCsv(report, language) : ''));
  }),
);
