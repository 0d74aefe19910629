import { type ReportFacts, type ReportJson, reportFactsSchema } from '@/lib/contracts/reports';
import { summarizeShow } from '@/lib/contracts/summarize-show';
import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { getEvent } from '@/lib/use-cases/events/get-event';
import type { ShowReport } from '@/prisma/generated/client';
import { makeReport } from './make-report';
import { readShows } from './show';

/**
 * The report of an event's present or last show, or a kept one.
 * @returns null before the first show
 * @throws AppError `not_found`
 */
export const getReport = defineUseCase(
  { action: 'reports.view' },
  async ({ actor }, eventId: string, reportId?: string): Promise<ReportJson | null> => {
    const event = await getEvent(actor, eventId);
    const { organizationId } = actor;
    if (reportId) {
      const kept = await db().showReport.findFirst({ where: { id: reportId, eventId, organizationId } });
      if (!kept) throw reportNotFound();
      return serializeKept(kept);
    }
    const nowMs = Date.now();
    const show = (await readShows(event, nowMs)).at(-1);
    const newest = await db().showReport.findFirst({
      where: show?.endsAt
        ? { eventId, organizationId, startsAt: show.startsAt, endsAt: show.endsAt }
        : { eventId, organizationId },
      orderBy: { endsAt: 'desc' },
    });
    if (newest && (!show || show.endsAt)) return serializeKept(newest);
    if (!show) return null;
    return reportJson(null, await makeReport(event, show, nowMs));
  },
);

/** The one error for a report that does not exist or belongs to another organization. */
export const reportNotFound = () => new AppError('not_found', 'This report does not exist.');

/** A finished report, as it was made. */
export const serializeKept = ({ id, report }: ShowReport): ReportJson =>
  reportJson(id, reportFactsSchema.parse(report));

/** @param id null until it is final */
const reportJson = (id: string | null, facts: ReportFacts): ReportJson => ({
  id,
  type: 'report',
  attributes: { ...facts, ...summarizeShow(facts), is_final: id !== null },
});
