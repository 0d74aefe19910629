import type { Page, PageRequest } from '@/lib/contracts/api/paging';
import type { KeptReportJson } from '@/lib/contracts/reports';
import { db } from '@/lib/platform/db/db';
import { pageByTime } from '@/lib/platform/db/page-by-time';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { getEvent } from '@/lib/use-cases/events/get-event';
import type { ShowReport } from '@/prisma/generated/client';

type KeptReport = Omit<ShowReport, 'report'>;

/** The final reports of an event, newest first. @throws AppError `not_found` */
export const listReports = defineUseCase(
  { action: 'reports.view' },
  async ({ actor }, eventId: string, request: PageRequest): Promise<Page<KeptReport>> => {
    const { organizationId } = await getEvent(actor, eventId);
    const page = pageByTime('endsAt', 'desc', request);
    return page.read({ eventId, organizationId }, (query) =>
      db().showReport.findMany({ ...query, omit: { report: true } }),
    );
  },
);

export const serializeListed = ({ id, eventId, startsAt, endsAt }: KeptReport): KeptReportJson => ({
  id,
  type: 'report',
  attributes: { event_id: eventId, starts_at: startsAt.toISOString(), ends_at: endsAt.toISOString() },
});
