import { newLinkSecret } from '@/lib/auth/link-secret';
import { db } from '@/lib/platform/db/db';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { reportNotFound } from './get-report';

/**
 * Makes a link that shows a final report to anyone who has it. An earlier link to it ends.
 * @returns the link's secret, which is stored nowhere
 * @throws AppError `not_found`
 */
export const shareReport = defineUseCase(
  { action: 'reports.share', audit: 'reports.share' },
  async ({ actor, record }, id: string): Promise<string> => {
    const { secret, hash: linkHash } = newLinkSecret();
    await db().$transaction(async (tx) => {
      const [report] = await tx.showReport.updateManyAndReturn({
        where: { id, organizationId: actor.organizationId },
        data: { linkHash },
        select: { event: { select: { name: true } } },
      });
      if (!report) throw reportNotFound();
      const { name } = report.event;
      await record(tx, { id, name });
    });
    return secret;
  },
);
