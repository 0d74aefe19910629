import { log } from '@/lib/platform/log';
import type { WorkerDriver } from '../drivers/worker-driver';
import type { StreamRecords } from '../store/stream-records';
import type { LeaseHolder } from './leases/lease-holder';
import type { StreamRegistry } from './stream-registry';

interface Options {
  gatewayId: string;
  driver: WorkerDriver;
  records: StreamRecords;
  leases: LeaseHolder;
  registry: StreamRegistry;
  /** Whether an orderly stop ends or keeps workers; kept ones wait for the gateway that claims their stream. */
  workersAtStop: 'end' | 'keep';
}

/**
 * Ends the workers on this node that no stream of a living gateway names. A row names its worker before the worker
 * starts. If a stopping gateway keeps its workers, those of streams that are on stay for the next gateway.
 * @returns how many it ended
 */
export async function removeStrayWorkers(options: Options): Promise<{ removed: number }> {
  const { gatewayId, driver, records, leases, registry, workersAtStop } = options;
  const workerIds = (await driver.list()).filter((workerId) => registry.findWorker(workerId) === null);
  if (workerIds.length === 0) return { removed: 0 };
  const owners = await records.findWorkerOwners(workerIds);
  const isWanted = (workerId: string) =>
    owners.some(
      (owner) =>
        owner.workerId === workerId &&
        ((workersAtStop === 'keep' && owner.isOn) ||
          owner.gatewayId === gatewayId ||
          (owner.gatewayId !== null && leases.isLiving(owner.gatewayId))),
    );
  const strays = workerIds.filter((workerId) => !isWanted(workerId) && registry.findWorker(workerId) === null);
  for (const workerId of strays) log.warn({ workerId }, 'workers: ending a stray worker');
  await Promise.all(strays.map((workerId) => driver.remove(workerId)));
  return { removed: strays.length };
}
