import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { firstPermitMs } from '@/lib/contracts/worker-protocol';
import { db } from '@/lib/platform/db/db';
import type { Stream } from '@/prisma/generated/client';
import { aloneGraceMs, leaseTtlMs, orphanGraceMs } from '@/server/gateway/reconciler/leases/lease-holder';
import {
  copyGateway,
  endLeftWorkers,
  type GatewayProcess,
  removeGateway,
  startGateway,
  workerStateDir,
} from '../support/gateway/gateway-process';
import { makeIdleStream, pressOff, pressOn, readHistory, readStream, untilStatus } from '../support/gateway/reconciler';
import { workersOfStream } from '../support/product/processes';
import { until } from '../support/until';

/* Real gateways are killed and paused; their workers are adopted, replaced or end. */

/** A worker without an answer has ended by then, also one whose gateway was alone. */
const aloneMs = leaseTtlMs + aloneGraceMs + 500;

let stream: Stream;
let elsewhere: string;
const cleanups: (() => unknown)[] = [];

beforeAll(() => copyGateway());
afterAll(removeGateway);

beforeEach(async () => {
  stream = await makeIdleStream();
  elsewhere = await mkdtemp(path.join(tmpdir(), 'sightline-elsewhere-'));
});

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await Promise.all([endLeftWorkers(), endLeftWorkers(elsewhere)]);
  await rm(elsewhere, { recursive: true });
  await db().stream.deleteMany();
  await db().gateway.deleteMany();
});

async function start(gatewayId: string, stateDir = workerStateDir): Promise<GatewayProcess> {
  const gateway = await startGateway({ GATEWAY_ID: gatewayId, WORKER_STATE_DIR: stateDir });
  cleanups.push(() => gateway.child.kill('SIGKILL') && gateway.ended);
  return gateway;
}

async function kill(gateway: GatewayProcess): Promise<void> {
  gateway.child.kill('SIGKILL');
  await gateway.ended;
}

async function turnOn(): Promise<{ pid: number; podName: string | null; leaseOwner: string | null }> {
  await pressOn(stream.id);
  const { podName, leaseOwner } = await untilStatus(stream.id, 'active', 30_000);
  return { pid: theWorker(), podName, leaseOwner };
}

/** The process of the stream's only worker. */
function theWorker(): number {
  const pids = workersOfStream(stream.id);
  expect(pids).toHaveLength(1);
  return pids[0] ?? 0;
}

const untilOwnedBy = (gatewayId: string, timeoutMs: number) =>
  until(`${gatewayId} holds the stream`, async () => (await readStream(stream.id)).leaseOwner === gatewayId, {
    timeoutMs,
  });

const expectUndisturbed = async () =>
  expect(await readHistory(stream.id)).toEqual(['status_provisioning', 'status_active']);

describe('when a gateway is killed', () => {
  test.each(['this node', 'another node'])('a gateway on %s adopts its worker within 10 s', async (place) => {
    const first = await start('gateway-a');
    const { pid, podName } = await turnOn();
    await start('gateway-b', place === 'this node' ? workerStateDir : elsewhere);
    await kill(first);
    await untilOwnedBy('gateway-b', 10_000);
    await sleep(8_000);
    expect(theWorker(), 'it outlives the last permit of its first gateway').toBe(pid);
    expect(await readStream(stream.id)).toMatchObject({ status: 'active', podName, leaseOwner: 'gateway-b' });
    await expectUndisturbed();
    await pressOff(stream.id);
    await untilStatus(stream.id, 'stopped', 3_000);
    expect(workersOfStream(stream.id)).toEqual([]);
  });

  test('and restarted, it adopts its workers, also one that answers late', async () => {
    const first = await start('gateway-a');
    const { pid, podName } = await turnOn();
    const other = await makeIdleStream();
    await pressOn(other.id);
    await untilStatus(other.id, 'active', 30_000);
    const [late = 0] = workersOfStream(other.id);
    process.kill(late, 'SIGSTOP');
    await kill(first);
    await start('gateway-a');
    await sleep(2_500);
    process.kill(late, 'SIGCONT');
    await sleep(aloneMs);
    expect(theWorker()).toBe(pid);
    expect(workersOfStream(other.id)).toEqual([late]);
    expect(await readStream(stream.id)).toMatchObject({ status: 'active', podName });
    for (const { id } of [stream, other])
      expect(await readHistory(id)).toEqual(['status_provisioning', 'status_active']);
  });

  test('its worker ends by itself where no gateway adopts it', async () => {
    const gateways = [await start('gateway-a'), await start('gateway-b')];
    // From then on each knows that the other lives, and permits no more than a lease and the time to adopt.
    await sleep(2_000);
    await turnOn();
    await Promise.all(gateways.map(kill));
    await until('the worker has ended by itself', () => workersOfStream(stream.id).length === 0, {
      timeoutMs: leaseTtlMs + orphanGraceMs + 2_500,
    });
  });

  test('and its worker hangs, a gateway on another node starts one once the last permit has run out', async () => {
    const gateways = { 'gateway-a': await start('gateway-a'), 'gateway-b': await start('gateway-b', elsewhere) };
    // From then on each knows that the other has started no unrecorded worker.
    await sleep(20_000);
    const { pid, leaseOwner } = await turnOn();
    const killedMs = performance.now();
    // To other nodes a paused worker looks like an unreachable one.
    process.kill(pid, 'SIGSTOP');
    await kill(gateways[leaseOwner === 'gateway-a' ? 'gateway-a' : 'gateway-b']);
    await until('the stream has two workers', () => workersOfStream(stream.id).length === 2, { timeoutMs: 20_000 });
    const tookMs = performance.now() - killedMs;
    expect(tookMs).toBeGreaterThan(5_000);
    expect(tookMs).toBeLessThan(15_000);
    process.kill(pid, 'SIGCONT');
    await until('the first worker has ended', () => workersOfStream(stream.id).length === 1, { timeoutMs: 500 });
    await untilStatus(stream.id, 'active', 30_000);
    expect(theWorker()).not.toBe(pid);
  });

  test('and its worker hangs, a gateway on this node starts another in its place', async () => {
    const first = await start('gateway-a');
    const { pid } = await turnOn();
    await start('gateway-b');
    await sleep(20_000);
    process.kill(pid, 'SIGSTOP');
    await kill(first);
    await until('another worker runs', () => workersOfStream(stream.id).some((other) => other !== pid), {
      timeoutMs: 15_000,
    });
    expect(theWorker()).not.toBe(pid);
    await untilStatus(stream.id, 'active', 30_000);
  });
});

test('a gateway that leaves for its successor leaves its worker and its lease', async () => {
  const first = await start('gateway-a');
  const { pid } = await turnOn();
  first.child.kill('SIGUSR2');
  expect(await first.ended).toBe(0);
  await sleep(1_000);
  expect(theWorker()).toBe(pid);
  expect(await readStream(stream.id)).toMatchObject({ status: 'active', leaseOwner: 'gateway-a' });
});

test('a gateway resumed after a pause leaves its worker to the gateway that adopted it', async () => {
  const first = await start('gateway-a');
  const { pid } = await turnOn();
  await start('gateway-b');
  first.child.kill('SIGSTOP');
  await untilOwnedBy('gateway-b', 10_000);
  await sleep(1_000);
  first.child.kill('SIGCONT');
  await sleep(6_000);
  expect(theWorker()).toBe(pid);
  expect(await readStream(stream.id)).toMatchObject({ status: 'active', leaseOwner: 'gateway-b' });
  await expectUndisturbed();
});

test('a lone gateway that hangs for longer than a lease and a first permit keeps its worker', async () => {
  const gateway = await start('gateway-a');
  const { pid } = await turnOn();
  gateway.child.kill('SIGSTOP');
  await sleep(leaseTtlMs + firstPermitMs + 1_000);
  gateway.child.kill('SIGCONT');
  await sleep(3_000);
  expect(theWorker()).toBe(pid);
  await expectUndisturbed();
});

test('a starting gateway ends workers that no stream names', async () => {
  const first = await start('gateway-a');
  await turnOn();
  await kill(first);
  await db().stream.deleteMany();
  await start('gateway-a');
  await until('the strays have ended', () => workersOfStream(stream.id).length === 0, { timeoutMs: 3_000 });
});
