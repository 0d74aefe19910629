import type { StreamMedia } from '@/lib/contracts/stream-media';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { Prisma } from '@/prisma/generated/client';

interface Reading {
  gatewayId: string;
  generation: number;
  /** Null: unknown. */
  media: StreamMedia | null;
}

/**
 * Records and publishes the media of a stream's camera, and whether it is passed through or transcoded. Does nothing
 * unless the gateway holds the stream's lease in this generation.
 */
export async function recordMedia(streamId: string, { gatewayId, generation, media }: Reading): Promise<void> {
  const [stream] = await db().stream.updateManyAndReturn({
    where: { id: streamId, leaseOwner: gatewayId, generation, status: 'active' },
    data: { media: media ?? Prisma.DbNull },
    select: { organizationId: true },
  });
  if (stream) {
    await openBus().publish({ type: 'stream_upsert', organizationId: stream.organizationId, streamId });
  }
}
