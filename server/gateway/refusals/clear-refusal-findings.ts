import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';

/**
 * Clears the findings of streams that no gateway runs or is to run and where no encoder was refused for `afterMs`.
 * @returns the number of streams
 */
export async function clearRefusalFindings(afterMs: number): Promise<{ cleared: number }> {
  const cleared = await db().stream.updateManyAndReturn({
    where: {
      leaseOwner: null,
      // Waits for a gateway (note-waiting-streams.ts), which clears its findings.
      status: { not: 'provisioning' },
      NOT: { findings: { equals: [] } },
      updatedAt: { lt: new Date(Date.now() - afterMs) },
    },
    data: { findings: [] },
    select: { id: true, organizationId: true },
  });
  await Promise.all(
    cleared.map(({ id, organizationId }) => openBus().publish({ type: 'stream_upsert', organizationId, streamId: id })),
  );
  return { cleared: cleared.length };
}
