import * as reports from '@/lib/contracts/api/reports';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { shareReport } from '@/lib/use-cases/reports/share-report';
import { unshareReport } from '@/lib/use-cases/reports/unshare-report';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(reports.shareReport, async ({ actor, params: { id } }) => ({
    data: { id, type: 'report_link' as const, attributes: { path: `/report#${await shareReport(actor, id)}` } },
  })),
  endpoint(reports.unshareReport, ({ actor, params }) => unshareReport(actor, params.id)),
);
