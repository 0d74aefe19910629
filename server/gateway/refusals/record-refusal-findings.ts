import { type Finding, findingSchema } from '@/lib/contracts/streams';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';

/**
 * Records the finding of a refused encoder for a stream that no gateway runs, and publishes a new one. Each further
 * refusal postpones its clearing (clear-refusal-findings.ts).
 */
export async function recordRefusalFindings(streamId: string, findings: Finding[]): Promise<void> {
  const where = { id: streamId, leaseOwner: null };
  const stream = await db().stream.findFirst({ where, select: { organizationId: true, findings: true } });
  if (!stream) return;
  const before = findingSchema.array().parse(stream.findings);
  const isNew = findings.some(({ code }) => !before.some((known) => known.code === code));
  const { count } = await db().stream.updateMany({ where, data: { findings: isNew ? findings : before } });
  if (!isNew || count === 0) return;
  await openBus().publish({ type: 'stream_upsert', organizationId: stream.organizationId, streamId });
}
