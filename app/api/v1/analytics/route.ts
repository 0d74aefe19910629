import { analyticsCsv } from '@/lib/contracts/analytics-csv';
import * as reports from '@/lib/contracts/api/reports';
import { csvResponse } from '@/lib/http/csv-response';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { getAnalytics } from '@/lib/use-cases/reports/get-analytics';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(reports.getAnalytics, async ({ actor, query, request }) => {
    const analytics = await getAnalytics(actor, query.months);
    if (query.format === 'json') return { data: analytics };
    return csvResponse(request, 'analytics.csv', (language) => analyticsCsv(analytics, language));
  }),
);
