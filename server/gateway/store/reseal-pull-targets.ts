import { db } from '@/lib/platform/db/db';
import { openPullTarget, sealPullTarget } from '@/lib/platform/pull/pull-target';

/** Encrypts by the present secret what only the former one opens, so that it opens once the former one has ended. */
export async function resealPullTargets(): Promise<void> {
  const streams = await db().stream.findMany({
    where: { pullTarget: { not: null } },
    select: { id: true, pullTarget: true },
  });
  for (const { id, pullTarget } of streams) {
    const opened = pullTarget === null ? null : openPullTarget(id, pullTarget);
    if (!opened?.isFormer) continue;
    await db().stream.updateMany({
      where: { id, pullTarget },
      data: { pullTarget: sealPullTarget(id, opened.target) },
    });
  }
}
