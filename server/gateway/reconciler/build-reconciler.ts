import type { WorkerSpec } from '@/lib/contracts/worker-protocol';
import type { Bus } from '@/lib/platform/bus/bus';
import type { WorkerDriver, WorkerEndListener } from '../drivers/worker-driver';
import type { LeaseStore } from '../store/lease-store';
import type { StreamRecords } from '../store/stream-records';
import type { WorkerControl } from '../worker-api/worker-control';
import { type Clock, monotonicClock } from './clock';
import { LeaseHolder } from './lease-holder';
import type { PlanLimits } from './plan';
import { Reconciler } from './reconciler';
import { StreamRegistry } from './stream-registry';
import { WorkerLifecycle } from './worker-lifecycle';
import { WorkerReports } from './worker-reports';
import { WorkingClock } from './working-clock';

export interface ReconcilerParts {
  gatewayId: string;
  maxStreams: number;
  /** @param onEnded to be told of each worker's end */
  makeDriver(onEnded: WorkerEndListener): WorkerDriver;
  leaseStore: LeaseStore;
  records: StreamRecords;
  control: WorkerControl;
  bus: Pick<Bus, 'subscribe'>;
  livekitUrl: string;
  srtLatencyMs: number;
  /** Where workers reach this gateway. */
  gatewayUrl: string;
  workerToken(workerId: string): string;
  /** Nobody may stay connected to this stream: its worker is gone or about to go, or its key has changed. */
  onStreamClosed(streamId: string): void;
  limits?: PlanLimits;
  clock?: Clock;
}

export interface BuiltReconciler {
  reconciler: Reconciler;
  registry: StreamRegistry;
  reports: WorkerReports;
  leases: LeaseHolder;
  driver: WorkerDriver;
}

/** Puts together what runs a gateway's streams. It begins with `reconciler.start()`. */
export function buildReconciler(parts: ReconcilerParts): BuiltReconciler {
  const { gatewayId, records, control, bus, onStreamClosed, limits, clock = monotonicClock } = parts;
  const { maxStreams, leaseStore: store } = parts;
  const workingClock = new WorkingClock(clock);
  const registry = new StreamRegistry();
  const onNews = () => reconciler.notify();
  const driver = parts.makeDriver((workerId, how) => workers.ended(workerId, how));
  const leases = new LeaseHolder({ gatewayId, maxStreams, store, clock, onChange: onNews });
  const workerSettings: Pick<WorkerSpec, 'livekitUrl' | 'srtLatencyMs' | 'gatewayUrl'> = {
    livekitUrl: parts.livekitUrl,
    srtLatencyMs: parts.srtLatencyMs,
    gatewayUrl: parts.gatewayUrl,
  };
  const workers = new WorkerLifecycle({
    gatewayId,
    driver,
    leases,
    registry,
    records,
    control,
    clock,
    workingClock,
    workerSettings,
    workerToken: parts.workerToken,
    onStreamClosed,
    onNews,
  });
  const reconciler = new Reconciler({
    gatewayId,
    driver,
    bus,
    leases,
    registry,
    records,
    workers,
    clock,
    workingClock,
    onStreamClosed,
    limits,
  });
  const reports = new WorkerReports({ registry, leases, clock, workingClock, onNews });
  return { reconciler, registry, reports, leases, driver };
}
