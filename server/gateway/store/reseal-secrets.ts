import { db } from '@/lib/platform/db/db';
import { destinationSecrets, pullTargets } from '@/lib/platform/db/sealed-columns';

/** Encrypts by the present secret what only the former one opens, so that it opens once the former one has ended. */
export async function resealSecrets(): Promise<void> {
  const streams = await db().stream.findMany({
    where: { pullTarget: { not: null } },
    select: { id: true, pullTarget: true },
  });
  for (const { id, pullTarget } of streams) {
    const resealed = pullTarget && pullTargets.reseal(id, pullTarget);
    if (resealed) await db().stream.updateMany({ where: { id, pullTarget }, data: { pullTarget: resealed } });
  }
  const destinations = await db().destination.findMany({ select: { id: true, secrets: true } });
  for (const { id, secrets } of destinations) {
    const resealed = destinationSecrets.reseal(id, secrets);
    if (resealed) await db().destination.updateMany({ where: { id, secrets }, data: { secrets: resealed } });
  }
}
