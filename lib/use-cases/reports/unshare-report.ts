import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { db } from '@/lib/platform/db/db';
import { record } from '@/lib/use-cases/audit/record';
import { reportNotFound } from './get-report';

/** Revokes the link to a report. Does nothing where there is none. @throws AppError `not_found` */
export async function unshareReport(actor: Actor, id: string): Promise<void> {
  authorize(actor, 'reports.share');
  await db().$transaction(async (tx) => {
    const where = { id, organizationId: actor.organizationId };
    const report = await tx.showReport.findFirst({ where, select: { event: { select: { name: true } } } });
    if (!report) throw reportNotFound();
    const { count } = await tx.showReport.updateMany({
      where: { ...where, linkHash: { not: null } },
      data: { linkHash: null },
    });
    const { name: thingName } = report.event;
    if (count > 0) await record(actor, { action: 'reports.unshare', thingType: 'report', thingId: id, thingName }, tx);
  });
}
