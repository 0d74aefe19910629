import { type FoundProblem, storedFinding, storedProblemsSchema } from '@/lib/contracts/catalogue/found-problem';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';

/**
 * Records the finding of a refused encoder for a stream that no gateway runs, and publishes a new one. Each further
 * refusal postpones its clearing (clear-refusal-findings.ts).
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
