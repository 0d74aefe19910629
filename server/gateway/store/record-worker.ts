import { db } from '@/lib/platform/db/db';
import type { RecordedWorker } from './leased-stream';

interface Start extends RecordedWorker {
  gatewayId: string;
  generation: number;
}

/**
 * Records which worker runs a stream: before it is started, so that a gateway that takes the stream over knows of it,
 * and again with its address.
 * @returns false where the lease or the generation has gone to another
 */
export async function recordWorker(streamId: string, start: Start): Promise<boolean> {
  const { gatewayId, generation, workerId, node, address } = start;
  const { count } = await db().stream.updateMany({
    where: { id: streamId, leaseOwner: gatewayId, generation },
    data: {
      podName: workerId,
      workerNode: node,
      podIp: address?.host ?? null,
      workerInputPort: address?.inputPort ?? null,
      workerOutputPort: address?.outputPort ?? null,
      workerControlPort: address?.controlPort ?? null,
    },
  });
  return count > 0;
}
