import { type FoundProblem, storedFinding, storedProblemsSchema } from '@/lib/contracts/catalogue/found-problem';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';

/**
 * Records the finding of a refused encoder for a stream that no gateway runs, and publishes a new one. Each further
 * refusal postpones its clearing.
 */
export async function recordRefusalFindings(streamId: string, findings: FoundProblem[]): Promise<void> {
  const where = { id: streamId, leaseOwner: null };
  const stream = await db().stream.findFirst({ where, select: { organizationId: true, findings: true } });
  if (!stream) return;
  const before = storedProblemsSchema.parse(stream.findings);
  const isNew = findings.some(({ code }) => !before.some((known) => known.code === code));
  const data = isNew ? { findings: findings.map(storedFinding) } : { updatedAt: new Date() };
  const { count } = await db().stream.updateMany({ where, data });
  if (!isNew || count === 0) return;
  await openBus().publish({ type: 'stream_upsert', organizationId: stream.organizationId, streamId });
}

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
