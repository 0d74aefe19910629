import type { Finding } from '@/lib/contracts/streams';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';

interface Findings {
  gatewayId: string;
  generation: number;
  /** All present findings, the worst first. */
  findings: Finding[];
}

/** Records and publishes the findings of a stream that is on, while the gateway holds its lease in this generation. */
export async function recordFindings(streamId: string, { gatewayId, generation, findings }: Findings): Promise<void> {
  const [stream] = await db().stream.updateManyAndReturn({
    where: { id: streamId, leaseOwner: gatewayId, generation, status: { in: ['provisioning', 'active'] } },
    data: { findings },
    select: { organizationId: true },
  });
  if (stream) {
    await openBus().publish({ type: 'stream_upsert', organizationId: stream.organizationId, streamId });
  }
}
