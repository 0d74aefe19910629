import { sourceKinds } from '@/lib/contracts/source-kinds';
import type { CameraLimits, WorkerSpec } from '@/lib/contracts/worker-protocol';
import { workerSourceOf } from '@/lib/contracts/worker-sources';
import type { Bus } from '@/lib/platform/bus/bus';
import type { WorkerDriver, WorkerEndListener } from '../drivers/worker-driver';
import type { RecordingFolders } from '../recordings/recording-folders';
import type { LeaseStore } from '../store/lease-store';
import type { LeasedStream } from '../store/leased-stream';
import type { StreamRecords } from '../store/stream-records';
import { type Clock, monotonicClock, WorkingClock } from '../time/clock';
import type { WorkerControl, WorkerTokens } from '../worker-control/worker-control';
import { LeaseHolder } from './leases/lease-holder';
import type { PlanLimits } from './plan';
import { pullSourceOf } from './pull-source-of';
import { Reconciler } from './reconciler';
import { StreamRegistry } from './stream-registry';
import { WorkerAdoption } from './worker-adoption';
import { WorkerLifecycle } from './worker-lifecycle';
import { WorkerReports } from './worker-reports';
import type { WorkerRuntime } from './worker-runtime';

export interface ReconcilerParts {
  gatewayId: string;
  maxStreams: number;
  /** See LeaseHolderOptions. */
  freeCapacity?: (startingCount: number) => number;
  /** @param onEnded receives each worker's end */
  makeDriver(onEnded: WorkerEndListener): WorkerDriver;
  /** Whether an orderly stop of the gateway ends this node's workers or keeps them for another gateway to adopt. */
  workersAtStop?: 'end' | 'keep';
  leaseStore: LeaseStore;
  records: StreamRecords;
  control: WorkerControl;
  recordings: Pick<RecordingFolders, 'taskFor' | 'folderOf'>;
  bus: Pick<Bus, 'subscribe'>;
  livekitUrl: string;
  cameraLimits: CameraLimits;
  maxWorkerMemoryMb: number;
  /** Where workers reach this gateway. */
  gatewayUrl: string;
  workerTokens: WorkerTokens;
  /**
   * Disconnects the callers of a stream: its worker has ended or is about to, or a key has changed.
   * @param keyHash only those that this key has let in
   */
  onStreamClosed(streamId: string, keyHash?: string): void;
  limits?: PlanLimits;
  clock?: Clock;
  /** Whether programs wait for a processor of this machine. */
  isTooBusy(): boolean;
}

export interface BuiltReconciler {
  reconciler: Reconciler;
  registry: StreamRegistry;
  reports: WorkerReports;
  leases: LeaseHolder;
  driver: WorkerDriver;
}

/** Wires what runs a gateway's streams. `reconciler.start()` starts it. */
export function buildReconciler(parts: ReconcilerParts): BuiltReconciler {
  const { gatewayId, records, control, bus, onStreamClosed, limits, clock = monotonicClock, isTooBusy } = parts;
  const { maxStreams, freeCapacity, leaseStore: store, workersAtStop = 'end' } = parts;
  const workingClock = new WorkingClock(clock);
  const registry = new StreamRegistry();
  const onChange = () => reconciler.notify();
  const driver = parts.makeDriver((workerId, how, failure) => workers.receiveEnd(workerId, how, failure));
  const leases = new LeaseHolder({ gatewayId, maxStreams, freeCapacity, store, clock, onChange });
  const specOf = (stream: LeasedStream, { workerId, generation }: WorkerRuntime): WorkerSpec => ({
    workerId,
    streamId: stream.id,
    eventId: stream.eventId,
    generation,
    limits: parts.cameraLimits,
    maxMemoryMb: parts.maxWorkerMemoryMb,
    source: workerSourceOf(sourceKinds[stream.sourceKind].workerSource, {
      ...stream,
      folderOf: (recordingId) => parts.recordings.folderOf(recordingId),
      pulled: () => pullSourceOf(stream),
    }),
    playerPassphrase: stream.passphrase,
    livekitUrl: parts.livekitUrl,
    participantIdentity: stream.participantIdentity,
    gatewayUrl: parts.gatewayUrl,
    token: parts.workerTokens(workerId)[0],
  });
  const adoption = new WorkerAdoption({
    driver,
    leases,
    records,
    control,
    clock,
    workingClock,
    specOf,
    onStreamClosed,
    onChange,
  });
  const workers = new WorkerLifecycle({
    gatewayId,
    driver,
    leases,
    registry,
    records,
    control,
    clock,
    workingClock,
    isTooBusy,
    specOf,
    onStreamClosed,
    onChange,
  });
  const reconciler = new Reconciler({
    gatewayId,
    driver,
    bus,
    leases,
    registry,
    records,
    adoption,
    workers,
    clock,
    workingClock,
    onStreamClosed,
    workersAtStop,
    limits,
  });
  const reports = new WorkerReports({
    registry,
    leases,
    clock,
    workingClock,
    recordings: parts.recordings,
    workerTokens: parts.workerTokens,
    onChange,
  });
  return { reconciler, registry, reports, leases, driver };
}
