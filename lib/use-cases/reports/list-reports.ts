import { type Page, type PageRequest, pageOf } from '@/lib/contracts/api/paging';
import type { KeptReportJson } from '@/lib/contracts/reports';
import { beforeCursor } from '@/lib/platform/db/before-cursor';
import { db } from '@/lib/platform/db/db';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { getEvent } from '@/lib/use-cases/events/get-event';
import type { ShowReport } from '@/prisma/generated/client';

type KeptReport = Omit<ShowReport, 'report'>;

/** The final reports of an event, newest first. @throws AppError `not_found` */
export const listReports = defineUseCase(
  { action: 'reports.view' },
  async ({ actor }, eventId: string, { limit, cursor }: PageRequest): Promise<Page<KeptReport>> => {
    await getEvent(actor, eventId);
    const rows = await db().showReport.findMany({
      where: { eventId, organizationId: actor.organizationId, AND: beforeCursor(cursor, 'endsAt') },
      omit: { report: true },
      orderBy: [{ endsAt: 'desc' }, { id: 'desc' }],
      take: limit + 1,
    });
    return pageOf(rows, limit, ({ endsAt: at, id }) => ({ at, id }));
  },
);

export const serializeListed = ({ id, eventId, startsAt, endsAt }: KeptReport): KeptReportJson => ({
  id,
  type: 'report',
  attributes: { event_id: eventId, starts_at: startsAt.toISOString(), ends_at: endsAt.toISOString() },
});
