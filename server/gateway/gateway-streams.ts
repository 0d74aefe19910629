import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CameraLimits } from '@/lib/contracts/worker-protocol';
import { hashStreamKey } from '@/lib/core/hash-stream-key';
import { latencyTermsOf } from '@/lib/core/srt-latency';
import { openBus } from '@/lib/platform/bus/open-bus';
import { databaseName } from '@/lib/platform/db/postgres-connection';
import { directDatabaseUrl } from '@/lib/platform/env/database-env';
import type { GatewayEnv } from '@/lib/platform/env/gateway-env';
import { isMachineTooBusy } from '@/lib/platform/processor-load';
import { ProcessDriver } from './drivers/process-driver';
import type { WorkerDriver, WorkerEndListener } from './drivers/worker-driver';
import type { WorkerProcessOptions } from './drivers/worker-process';
import { directPrograms } from './programs/direct-programs';
import { directReplays } from './programs/direct-replays';
import { buildReconciler } from './reconciler/build-reconciler';
import { FreeCapacity } from './reconciler/starts/free-capacity';
import type { StreamRegistry } from './reconciler/stream-registry';
import { RecordingFolders } from './recordings/recording-folders';
import type { AdmissibleStream } from './srt-router/admission';
import { PostgresLeaseStore } from './store/postgres-lease-store';
import { postgresStreamRecords } from './store/stream-records';
import { httpWorkerControl, type WorkerTokens } from './worker-control/worker-control';

/** The parts that run this gateway's streams. */
export type GatewayStreams = ReturnType<typeof buildStreams>;

/**
 * Wires what runs the gateway's streams; its reconciler starts it.
 * @param workers where workers reach this gateway, and their tokens
 * @param makeClusterDriver null: workers are processes of this machine
 */
export function buildStreams(
  settings: GatewayEnv,
  { gatewayUrl, workerTokens }: { gatewayUrl: string; workerTokens: WorkerTokens },
  makeClusterDriver: ((onEnded: WorkerEndListener) => WorkerDriver) | null,
  onStreamClosed: (streamId: string, keyHash?: string) => void,
) {
  const { GATEWAY_ID: gatewayId, GATEWAY_MAX_STREAMS: maxStreams } = settings;
  const control = httpWorkerControl(gatewayUrl, workerTokens);
  const leaseStore = new PostgresLeaseStore({ gatewayId, maxStreams, databaseUrl: directDatabaseUrl(settings) });
  const records = postgresStreamRecords;
  const capacity = new FreeCapacity({ reservedMemoryMb: settings.GATEWAY_RESERVED_MEMORY_MB });
  const workersAtStop = makeClusterDriver ? 'keep' : 'end';
  const recordings = new RecordingFolders({
    // Pods share no disk with this gateway.
    directory: makeClusterDriver && settings.RECORDINGS_S3_BUCKET ? '' : settings.RECORDINGS_DIR,
    isShared: !makeClusterDriver && settings.RECORDINGS_S3_BUCKET === undefined,
    workerUserId: settings.WORKER_USER_ID,
  });
  const built = buildReconciler({
    gatewayId,
    maxStreams,
    // Whether a cluster has room, its scheduler knows.
    freeCapacity: makeClusterDriver ? undefined : (startingCount) => capacity.read(startingCount),
    // Pods run on other machines.
    isTooBusy: makeClusterDriver ? () => false : isMachineTooBusy,
    makeDriver: makeClusterDriver ?? ((onEnded) => makeProcessDriver(settings, onEnded)),
    workersAtStop,
    leaseStore,
    records,
    control,
    bus: openBus(),
    recordings,
    livekitUrl: settings.LIVEKIT_URL,
    cameraLimits: cameraLimitsOf(settings),
    maxWorkerMemoryMb: settings.WORKER_MAX_MEMORY_MB,
    gatewayUrl,
    workerTokens,
    onStreamClosed,
  });
  const programs = directPrograms({ streams: built.registry, control, workerTokens, bus: openBus() });
  const replays = directReplays({ streams: built.registry, control, recordings, bus: openBus() });
  return Object.assign(built, { gatewayId, leaseStore, records, workersAtStop, programs, replays } as const);
}

/** How this gateway starts workers as processes of its own. */
export const workerProcessOptions = (settings: GatewayEnv): WorkerProcessOptions => ({
  workerPath: fileURLToPath(new URL('worker.mjs', import.meta.url)),
  maxMemoryMb: settings.WORKER_MAX_MEMORY_MB,
  userId: settings.WORKER_USER_ID,
});

export const cameraLimitsOf = (settings: GatewayEnv): CameraLimits => ({
  maxSidePixels: settings.CAMERA_MAX_SIDE_PIXELS,
  maxFps: settings.CAMERA_MAX_FPS,
  maxBitrateKbps: settings.CAMERA_MAX_BITRATE_KBPS,
});

const makeProcessDriver = (settings: GatewayEnv, onEnded: WorkerEndListener): WorkerDriver =>
  new ProcessDriver({
    ...workerProcessOptions(settings),
    stateDir: settings.WORKER_STATE_DIR ?? defaultStateDir(databaseName(settings.DATABASE_URL)),
    onEnded,
  });

/** One folder per database, whatever its password: installations on one machine share no workers. */
const defaultStateDir = (database: string): string =>
  path.join(tmpdir(), `sightline-workers-${createHash('sha256').update(database).digest('hex').slice(0, 16)}`);

/** A held stream, for admission. */
export function findAdmissible(registry: StreamRegistry, key: string): AdmissibleStream | null {
  const found = registry.findByKey(key);
  if (!found) return null;
  const { stream, keyKind, ready } = found;
  const address = ready?.address;
  return {
    streamId: stream.id,
    keyKind,
    keyHash: hashStreamKey(key),
    status: stream.status,
    signal: ready?.signal ?? stream.signal,
    sourceKind: stream.sourceKind,
    latency: latencyTermsOf(stream.latency, stream.rttMs),
    worker: address
      ? {
          workerId: ready.workerId,
          host: address.host,
          inputPort: address.inputPort,
          outputPort: address.outputPort,
        }
      : null,
  };
}
