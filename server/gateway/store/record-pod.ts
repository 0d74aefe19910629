import { db } from '@/lib/platform/db/db';

interface Pod {
  gatewayId: string;
  generation: number;
  podName: string;
  podIp: string;
  workerInputPort: number;
  workerOutputPort: number;
}

/** Notes which worker handles a stream, unless the lease or the generation has gone to another. */
export async function recordPod(streamId: string, { gatewayId, generation, ...worker }: Pod): Promise<void> {
  await db().stream.updateMany({
    where: { id: streamId, leaseOwner: gatewayId, generation },
    data: worker,
  });
}
