import type { StreamSignal } from '@/lib/contracts/streams';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';

interface Reading {
  gatewayId: string;
  generation: number;
  signal: StreamSignal;
}

/** Notes what arrives at a stream's worker, unless the lease or the generation has gone to another, and tells the rest. */
export async function recordSignal(streamId: string, { gatewayId, generation, signal }: Reading): Promise<void> {
  const [stream] = await db().stream.updateManyAndReturn({
    where: { id: streamId, leaseOwner: gatewayId, generation, status: 'active', signal: { not: signal } },
    data: { signal },
    select: { organizationId: true },
  });
  if (stream) {
    await openBus().publish({ type: 'stream_upsert', organizationId: stream.organizationId, streamId });
  }
}
