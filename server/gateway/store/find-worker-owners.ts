import { db } from '@/lib/platform/db/db';

/** Who holds the stream whose row names a worker. */
export interface WorkerOwner {
  workerId: string;
  /** Null: nobody. */
  gatewayId: string | null;
}

/** Of some workers, those that a stream's row names. */
export async function findWorkerOwners(workerIds: string[]): Promise<WorkerOwner[]> {
  const streams = await db().stream.findMany({
    where: { podName: { in: workerIds } },
    select: { podName: true, leaseOwner: true },
  });
  return streams.map(({ podName, leaseOwner }) => ({ workerId: podName ?? '', gatewayId: leaseOwner }));
}
