import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';

interface RoundTrip {
  gatewayId: string;
  rttMs: number;
}

/** Records and publishes the round trip of a stream's encoder, while the gateway holds its lease. */
export async function recordRoundTrip(streamId: string, { gatewayId, rttMs }: RoundTrip): Promise<void> {
  const [stream] = await db().stream.updateManyAndReturn({
    where: { id: streamId, leaseOwner: gatewayId },
    data: { rttMs },
    select: { organizationId: true },
  });
  if (stream) {
    await openBus().publish({ type: 'stream_upsert', organizationId: stream.organizationId, streamId });
  }
}
