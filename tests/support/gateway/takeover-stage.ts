import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { db } from '@/lib/platform/db/db';
import { workersOfStream } from '../product/processes';
import { until } from '../until';
import {
  copyGateway,
  endLeftWorkers,
  type GatewayProcess,
  removeGateway,
  startGateway,
  workerStateDir,
} from './gateway-process';
import { makeIdleStream, pressOn, readHistory, readStream, untilStatus } from './reconciler';

/** For each test of a file: a stream that is off, and real gateways to kill and pause, which end with it. */
export function takeoverStage() {
  let streamId: string;
  let elsewhere: string;
  const cleanups: (() => unknown)[] = [];

  beforeAll(() => copyGateway());
  afterAll(removeGateway);

  beforeEach(async () => {
    streamId = (await makeIdleStream()).id;
    elsewhere = await mkdtemp(path.join(tmpdir(), 'sightline-elsewhere-'));
  });

  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
    await Promise.all([endLeftWorkers(), endLeftWorkers(elsewhere)]);
    await rm(elsewhere, { recursive: true });
    await db().stream.deleteMany();
    await db().gateway.deleteMany();
  });

  /** The process of the stream's only worker. */
  function theWorker(): number {
    const pids = workersOfStream(streamId);
    expect(pids).toHaveLength(1);
    return pids[0] ?? 0;
  }

  return {
    get streamId() {
      return streamId;
    },
    /** The folder of gateways on another node. */
    get elsewhere() {
      return elsewhere;
    },
    theWorker,

    async start(gatewayId: string, stateDir = workerStateDir): Promise<GatewayProcess> {
      const gateway = await startGateway({ GATEWAY_ID: gatewayId, WORKER_STATE_DIR: stateDir });
      cleanups.push(() => gateway.child.kill('SIGKILL') && gateway.ended);
      return gateway;
    },

    async kill(gateway: GatewayProcess): Promise<void> {
      gateway.child.kill('SIGKILL');
      await gateway.ended;
    },

    async turnOn(): Promise<{ pid: number; podName: string | null; leaseOwner: string | null }> {
      await pressOn(streamId);
      const { podName, leaseOwner } = await untilStatus(streamId, 'active', 30_000);
      return { pid: theWorker(), podName, leaseOwner };
    },

    untilOwnedBy: (gatewayId: string, timeoutMs: number) =>
      until(`${gatewayId} holds the stream`, async () => (await readStream(streamId)).leaseOwner === gatewayId, {
        timeoutMs,
      }),

    expectUndisturbed: async () =>
      expect(await readHistory(streamId)).toEqual(['status_provisioning', 'status_active']),
  };
}
