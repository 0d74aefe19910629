import { type FoundProblem, storedFinding } from '@/lib/contracts/catalogue/found-problem';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { insertIncident } from '@/lib/use-cases/streams/state/record-incident';
import type { AlarmLine } from './alarms';

interface Findings {
  gatewayId: string;
  generation: number;
  /** All present findings, the worst first. */
  findings: FoundProblem[];
  /** Lines that the change adds to the stream's history. */
  lines: AlarmLine[];
}

/**
 * Records and publishes the findings of a stream that is on, while the gateway holds its lease in this generation.
 * @returns whether it does
 */
export async function recordFindings(
  streamId: string,
  { gatewayId, generation, findings, lines }: Findings,
): Promise<boolean> {
  const organizationId = await db().$transaction(async (tx) => {
    const [stream] = await tx.stream.updateManyAndReturn({
      where: { id: streamId, leaseOwner: gatewayId, generation, status: { in: ['provisioning', 'active'] } },
      data: { findings: findings.map(storedFinding) },
      select: { organizationId: true },
    });
    if (!stream) return null;
    for (const line of lines) await insertIncident(tx, streamId, line);
    return stream.organizationId;
  });
  if (!organizationId) return false;
  await openBus().publish({ type: 'stream_upsert', organizationId, streamId });
  return true;
}
