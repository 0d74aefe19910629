import type { Finding } from '@/lib/contracts/streams';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';

interface Examined {
  gatewayId: string;
  generation: number;
  /** All that is found now, the worst first. */
  findings: Finding[];
}

/** Notes what is found of a stream that is on, unless the lease or the generation has gone to another, and tells the rest. */
export async function recordFindings(streamId: string, { gatewayId, generation, findings }: Examined): Promise<void> {
  const [stream] = await db().stream.updateManyAndReturn({
    where: { id: streamId, leaseOwner: gatewayId, generation, status: { in: ['provisioning', 'active'] } },
    data: { findings },
    select: { organizationId: true },
  });
  if (stream) {
    await openBus().publish({ type: 'stream_upsert', organizationId: stream.organizationId, streamId });
  }
}
