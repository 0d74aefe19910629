import { db } from '@/lib/platform/db/db';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { reportNotFound } from './get-report';

/** Revokes the link to a report. Does nothing where there is none. @throws AppError `not_found` */
export const unshareReport = defineUseCase(
  { action: 'reports.share', audit: 'reports.unshare' },
  async ({ actor, record }, id: string): Promise<void> => {
    await db().$transaction(async (tx) => {
      const where = { id, organizationId: actor.organizationId };
      const report = await tx.showReport.findFirst({ where, select: { event: { select: { name: true } } } });
      if (!report) throw reportNotFound();
      const { count } = await tx.showReport.updateMany({
        where: { ...where, linkHash: { not: null } },
        data: { linkHash: null },
      });
      const { name } = report.event;
      if (count > 0) await record(tx, { id, name });
    });
  },
);
