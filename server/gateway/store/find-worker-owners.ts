import { db } from '@/lib/platform/db/db';
import { isWanted } from '@/lib/use-cases/streams/state/stream-state';

/** The gateway that holds the stream whose row names a worker. */
export interface WorkerOwner {
  workerId: string;
  /** Null: no gateway. */
  gatewayId: string | null;
  /** The stream is on: where no gateway holds it, one will claim it and adopt the worker. */
  isOn: boolean;
}

/** The owners of those of the workers that a stream's row names. */
export async function findWorkerOwners(workerIds: string[]): Promise<WorkerOwner[]> {
  const streams = await db().stream.findMany({
    where: { podName: { in: workerIds } },
    select: { podName: true, leaseOwner: true, status: true },
  });
  return streams.map(({ podName, leaseOwner, status }) => ({
    workerId: podName ?? '',
    gatewayId: leaseOwner,
    isOn: isWanted(status),
  }));
}
