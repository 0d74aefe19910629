import { db } from '@/lib/platform/db/db';
import { openDestinationSecrets, sealDestinationSecrets } from '@/lib/platform/destinations/destination-secrets';

/** Encrypts by the present secret what only the former one opens, so that it opens once the former one has ended. */
export async function resealDestinations(): Promise<void> {
  const destinations = await db().destination.findMany({ select: { id: true, secrets: true } });
  for (const { id, secrets } of destinations) {
    const opened = openDestinationSecrets(id, secrets);
    if (!opened?.isFormer) continue;
    const resealed = sealDestinationSecrets(id, opened.secrets);
    await db().destination.updateMany({ where: { id, secrets }, data: { secrets: resealed } });
  }
}
