import type { StreamSignal } from '@/lib/contracts/streams';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';

interface Reading {
  gatewayId: string;
  generation: number;
  signal: StreamSignal;
}

/** Records and publishes a stream's signal, while the gateway holds its lease in this generation. */
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
