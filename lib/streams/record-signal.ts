import { db } from '@/lib/core/db';
import { openBus } from '@/lib/realtime/open-bus';
import type { StreamSignal } from '@/prisma/generated/enums';

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
