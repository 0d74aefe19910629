import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StreamStatus } from '@/lib/contracts/streams';
import { newId } from '@/lib/core/id';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { livekitEnv } from '@/lib/platform/env/livekit-env';
import { newStreamKey } from '@/lib/streams/new-stream-key';
import { applyStreamTransition } from '@/lib/streams/state/apply-stream-transition';
import type { Stream } from '@/prisma/generated/client';
import { processDriver } from '@/server/gateway/drivers/process-driver';
import type { WorkerDriver, WorkerSpecDraft } from '@/server/gateway/drivers/worker-driver';
import type { PlanLimits } from '@/server/gateway/reconciler/plan';
import { Supervisor } from '@/server/gateway/reconciler/reconciler';
import type { EncoderLink } from '@/server/gateway/srt-router/srt-link';
import { openWorkerApi } from '@/server/gateway/worker-api/worker-api';
import { until } from '../until';

export const fakeWorkerPath = fileURLToPath(new URL('fake-worker.mjs', import.meta.url));

/** A worker script of a test's own. */
export async function writeWorker(source: string): Promise<{ workerPath: string; remove(): Promise<void> }> {
  const directory = await mkdtemp(path.join(tmpdir(), 'sightline-worker-'));
  const workerPath = path.join(directory, 'worker.mjs');
  await writeFile(workerPath, source);
  return { workerPath, remove: () => rm(directory, { recursive: true }) };
}

/** Counts the workers that run for a stream at this moment, over all gateways that use it. */
export class WorkerCensus {
  private readonly running = new Map<string, number>();
  most = 0;
  readonly orders: WorkerSpecDraft[] = [];

  watch(driver: WorkerDriver): WorkerDriver {
    return {
      start: async (order) => {
        this.orders.push(order);
        const handle = await driver.start(order);
        this.count(order.streamId, 1);
        void handle.ended.then(() => this.count(order.streamId, -1));
        return handle;
      },
      close: () => driver.close(),
    };
  }

  of(streamId: string): number {
    return this.running.get(streamId) ?? 0;
  }

  private count(streamId: string, change: number): void {
    const count = this.of(streamId) + change;
    this.running.set(streamId, count);
    this.most = Math.max(this.most, count);
  }
}

export interface TestGateway {
  supervisor: Supervisor;
  apiUrl: string;
  /** The streams that callers were disconnected from, in order. */
  closed: string[];
  stop(): Promise<void>;
}

interface Options {
  workerPath?: string;
  limits?: PlanLimits;
  census?: WorkerCensus;
  /** What the router would tell of every encoder. */
  link?: EncoderLink | null;
}

/** A gateway in this process without its public ports. */
export async function startSupervisor(
  gatewayId: string,
  { workerPath = fakeWorkerPath, limits, census = new WorkerCensus(), link = null }: Options = {},
): Promise<TestGateway> {
  const closed: string[] = [];
  const api = await openWorkerApi(
    () => supervisor,
    () => ({}),
  );
  const supervisor = new Supervisor({
    gatewayId,
    driver: census.watch(processDriver(workerPath)),
    bus: openBus(),
    livekitUrl: livekitEnv().LIVEKIT_URL,
    srtLatencyMs: 120,
    gatewayUrl: api.url,
    takeLink: () => link,
    onStreamClosed: (streamId) => closed.push(streamId),
    limits,
  });
  await supervisor.start();
  const stop = async () => {
    await supervisor.stop();
    await api.close();
  };
  return { supervisor, apiUrl: api.url, closed, stop };
}

/** A stream that is off, of an organization of its own. */
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
    async () => {
      const stream = await readStream(id);
      return stream.status === status ? stream : null;
    },
    { timeoutMs, what: `stream ${status}` },
  );

/** The codes of a stream's history, oldest first. */
export async function readHistory(streamId: string): Promise<string[]> {
  const incidents = await db().streamIncident.findMany({ where: { streamId }, orderBy: { id: 'asc' } });
  return incidents.map(({ code }) => code);
}
