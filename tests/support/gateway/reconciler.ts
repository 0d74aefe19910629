import { createSocket } from 'node:dgram';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StreamStatus } from '@/lib/contracts/streams';
import type { WorkerAddress, WorkerSpec } from '@/lib/contracts/worker-protocol';
import { newId } from '@/lib/core/id';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { databaseEnv } from '@/lib/platform/env/database-env';
import { livekitEnv } from '@/lib/platform/env/livekit-env';
import { applyStreamTransition } from '@/lib/use-cases/streams/state/apply-stream-transition';
import { newStreamKey } from '@/lib/use-cases/streams/stream-keys';
import type { Stream } from '@/prisma/generated/client';
import { FindingPublisher } from '@/server/gateway/diagnosis/finding-publisher';
import { ProcessDriver } from '@/server/gateway/drivers/process-driver';
import type { WorkerDriver, WorkerEndListener } from '@/server/gateway/drivers/worker-driver';
import { SamplePublisher } from '@/server/gateway/metrics/sample-publisher';
import { type BuiltReconciler, buildReconciler } from '@/server/gateway/reconciler/build-reconciler';
import type { PlanLimits } from '@/server/gateway/reconciler/plan';
import type { EncoderLink } from '@/server/gateway/srt/srt-link';
import { PostgresLeaseStore } from '@/server/gateway/store/postgres-lease-store';
import { postgresStreamRecords } from '@/server/gateway/store/stream-records';
import { openWorkerApi } from '@/server/gateway/worker-api/worker-api';
import { httpWorkerControl, makeWorkerTokens } from '@/server/gateway/worker-control/worker-control';
import { until, untilMore } from '../until';

export const fakeWorkerPath = fileURLToPath(new URL('fake-worker.mjs', import.meta.url));

/** Writes a worker script for one test. */
export async function writeWorker(source: string): Promise<{ workerPath: string; remove(): Promise<void> }> {
  const directory = await mkdtemp(path.join(tmpdir(), 'sightline-worker-'));
  const workerPath = path.join(directory, 'worker.mjs');
  await writeFile(workerPath, source);
  return { workerPath, remove: () => rm(directory, { recursive: true }) };
}

/** A folder for pid files: the gateways that share it are on one node. */
export async function makeNode(): Promise<{ stateDir: string; remove(): Promise<void> }> {
  const stateDir = await mkdtemp(path.join(tmpdir(), 'sightline-node-'));
  return { stateDir, remove: () => rm(stateDir, { recursive: true }) };
}

/** Sends a datagram to a worker's input, as a camera does. */
export async function sendDatagram(address: WorkerAddress | null, text: string): Promise<void> {
  const camera = createSocket('udp4');
  await new Promise((resolve) => camera.send(text, address?.inputPort, address?.host, resolve));
  camera.close();
}

/** Counts the running workers of a stream, over all gateways that use this census. */
export class WorkerCensus {
  readonly #running = new Map<string, string>();
  /** The maximum for one stream at one time. */
  most = 0;
  /** The spec of each start, in order. */
  readonly specs: WorkerSpec[] = [];

  watch(makeDriver: (onEnded: WorkerEndListener) => WorkerDriver): (onEnded: WorkerEndListener) => WorkerDriver {
    return (onEnded) => {
      const driver = makeDriver((workerId, how, failure) => {
        this.#running.delete(workerId);
        onEnded(workerId, how, failure);
      });
      return {
        node: driver.node,
        maxConcurrentStarts: driver.maxConcurrentStarts,
        ensure: (spec) => {
          // An adopted worker is ensured again by its new gateway.
          if (!this.#running.has(spec.workerId)) this.specs.push(spec);
          this.#running.set(spec.workerId, spec.streamId);
          this.most = Math.max(this.most, this.of(spec.streamId));
          return driver.ensure(spec);
        },
        setProcessorShare: (workerId, share) => driver.setProcessorShare(workerId, share),
        processorWaitMs: (workerId) => driver.processorWaitMs(workerId),
        list: () => driver.list(),
        remove: (workerId) => driver.remove(workerId),
        close: (workers) => driver.close(workers),
      };
    };
  }

  of(streamId: string): number {
    return [...this.#running.values()].filter((running) => running === streamId).length;
  }
}

export interface TestGateway extends BuiltReconciler {
  apiUrl: string;
  /** The streams whose callers were disconnected, in order. */
  closed: string[];
  stop(): Promise<void>;
}

export interface ReconcilerOptions {
  workerPath?: string;
  /** Gateways that share it are on one node. */
  stateDir: string;
  limits?: PlanLimits;
  census?: WorkerCensus;
  maxStreams?: number;
  /** The installation's. */
  identity?: string;
  /** In place of what this machine has left. */
  freeCapacity?: (startingCount: number) => number;
  /** The encoders' links, in place of the router's. */
  links?: Map<string, EncoderLink>;
  /** In place of real processes. */
  makeDriver?: (onEnded: WorkerEndListener) => WorkerDriver;
}

/** A gateway in this process without its public ports. */
export async function startReconciler(
  gatewayId: string,
  {
    workerPath = fakeWorkerPath,
    stateDir,
    limits,
    census = new WorkerCensus(),
    maxStreams = 200,
    identity = '',
    freeCapacity,
    links = new Map(),
    makeDriver = (onEnded) => new ProcessDriver({ workerPath, maxMemoryMb: 1024, stateDir, onEnded }),
  }: ReconcilerOptions,
): Promise<TestGateway> {
  const closed: string[] = [];
  const workerTokens = makeWorkerTokens(identity);
  const api = await openWorkerApi({
    host: '127.0.0.1',
    port: 0,
    workerTokens,
    reports: () => built.reports,
    readHealth: async () => ({}),
    scrapes: () => null,
  });
  const leaseStore = new PostgresLeaseStore({ gatewayId, maxStreams, databaseUrl: databaseEnv().DATABASE_URL });
  const built = buildReconciler({
    gatewayId,
    maxStreams,
    freeCapacity,
    makeDriver: census.watch(makeDriver),
    leaseStore,
    records: postgresStreamRecords,
    control: httpWorkerControl(api.url, workerTokens),
    bus: openBus(),
    recordings: { taskFor: () => null, folderOf: () => null },
    isTooBusy: () => false,
    livekitUrl: livekitEnv().LIVEKIT_URL,
    cameraLimits: { maxSidePixels: 4096, maxFps: 120, maxBitrateKbps: 60_000 },
    maxWorkerMemoryMb: 1024,
    gatewayUrl: api.url,
    workerTokens,
    onStreamClosed: (streamId) => closed.push(streamId),
    limits,
  });
  const samples = new SamplePublisher({
    gatewayId,
    bus: openBus(),
    streams: built.registry,
    readLinks: async () => links,
  });
  const findings = new FindingPublisher({ gatewayId, streams: built.registry });
  await built.reconciler.start();
  samples.start();
  findings.start();
  const stop = async () => {
    await Promise.all([built.reconciler.stop(), samples.stop(), findings.stop()]);
    await Promise.all([api.close(), leaseStore.close()]);
  };
  return Object.assign(built, { apiUrl: api.url, closed, stop });
}

/** A stream that is off, in its own organization. */
export async function makeIdleStream(): Promise<Stream> {
  const [organizationId, eventId, id] = [newId(), newId(), newId()];
  await db().organization.create({ data: { id: organizationId, name: 'Northwind Live' } });
  await db().event.create({ data: { id: eventId, organizationId, name: 'Summer Festival' } });
  return db().stream.create({
    data: {
      id,
      organizationId,
      eventId,
      name: 'Camera 1',
      streamKey: newStreamKey(),
      participantIdentity: `camera-${id}`,
    },
  });
}

export const pressOn = (streamId: string) => applyStreamTransition(streamId, 'start_requested', { where: {} });
export const pressOff = (streamId: string) => applyStreamTransition(streamId, 'stop_requested', { where: {} });
export const readStream = (id: string): Promise<Stream> => db().stream.findUniqueOrThrow({ where: { id } });

/** Waits for a status and returns the stream. */
export const untilStatus = (id: string, status: StreamStatus, timeoutMs = 10_000): Promise<Stream> =>
  until(
    `the stream is ${status}`,
    async () => {
      const stream = await readStream(id);
      return stream.status === status ? stream : null;
    },
    { timeoutMs },
  );

/** The codes of a stream's history, oldest first. */
export async function readHistory(streamId: string): Promise<string[]> {
  const incidents = await db().streamIncident.findMany({ where: { streamId }, orderBy: { id: 'asc' } });
  return incidents.map(({ code }) => code);
}

/** Waits for more heartbeats of a gateway, which has one in each round of its loop. */
export const untilBeats = (gatewayId: string, more: number): Promise<void> =>
  untilMore(
    `heartbeats of ${gatewayId}`,
    more,
    async () => (await db().gateway.findUniqueOrThrow({ where: { id: gatewayId } })).heartbeat,
  );
