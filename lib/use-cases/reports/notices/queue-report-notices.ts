import { newId } from '@/lib/core/id';
import type { Transaction } from '@/lib/platform/db/db';
import { canSendMail } from '@/lib/platform/mail/send-mail';
import type { ShowReport } from '@/prisma/generated/client';

/** Queues an e-mail to each owner that a report is final. Queues none on a server that sends no e-mail. */
export async function queueReportNotices(
  tx: Transaction,
  { id: reportId, organizationId }: Pick<ShowReport, 'id' | 'organizationId'>,
  nowMs: number,
): Promise<void> {
  if (!canSendMail()) return;
  const owners = await tx.membership.findMany({ where: { organizationId, role: 'owner' }, select: { userId: true } });
  const now = new Date(nowMs);
  await tx.notice.createMany({
    data: owners.map(({ userId }) => ({
      id: newId(),
      organizationId,
      userId,
      reportId,
      nextAttemptAt: now,
      createdAt: now,
    })),
    skipDuplicates: true,
  });
}
