import { db } from '@/lib/platform/db/db';
import type { RecordedWorker } from './leased-stream';

interface WorkerRecord extends RecordedWorker {
  gatewayId: string;
  generation: number;
}

/**
 * Records which worker runs a stream: before its start, so that a gateway that claims the stream knows of it, and again
 * with its address.
 * @returns false where another gateway holds the lease, or the generation has changed
 */
export async function recordWorker(streamId: string, record: WorkerRecord): Promise<boolean> {
  const { gatewayId, generation, workerId, node, address } = record;
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
