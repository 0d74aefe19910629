import type { Actor } from '@/lib/auth/actor';
import { newLinkSecret } from '@/lib/auth/link-secret';
import { authorize } from '@/lib/auth/policy';
import { db } from '@/lib/platform/db/db';
import { record } from '@/lib/use-cases/audit/record';
import { reportNotFound } from './get-report';

/**
 * Makes a link that shows a final report to anyone who has it. An earlier link to it ends.
 * @returns the link's secret, which is stored nowhere
 * @throws AppError `not_found`
 */
export async function shareReport(actor: Actor, id: string): Promise<string> {
  authorize(actor, 'reports.share');
  const { secret, hash: linkHash } = newLinkSecret();
  await db().$transaction(async (tx) => {
    const [report] = await tx.showReport.updateManyAndReturn({
      where: { id, organizationId: actor.organizationId },
      data: { linkHash },
      select: { event: { select: { name: true } } },
    });
    if (!report) throw reportNotFound();
    const { name: thingName } = report.event;
    await record(actor, { action: 'reports.share', thingType: 'report', thingId: id, thingName }, tx);
  });
  return secret;
}
