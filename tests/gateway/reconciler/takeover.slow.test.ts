import { beforeEach, describe, expect, onTestFinished } from 'vitest';
import { db } from '@/lib/platform/db/db';
import { Loop } from '@/lib/platform/process/loop';
import type { Stream } from '@/prisma/generated/client';
import { gatewayTest } from '../../support/fixtures/gateway-test';
import {
  makeIdleStream,
  makeNode,
  pressOn,
  readHistory,
  readStream,
  startReconciler,
  type TestGateway,
  untilBeats,
  untilStatus,
  WorkerCensus,
} from '../../support/gateway/reconciler';
import { until } from '../../support/until';

let stream: Stream;
let census: WorkerCensus;
let node: Awaited<ReturnType<typeof makeNode>>;

beforeEach(async () => {
  stream = await makeIdleStream();
  census = new WorkerCensus();
  node = await makeNode();
  onTestFinished(async () => {
    await node.remove();
    await db().stream.deleteMany();
    await db().gateway.deleteMany();
  });
});

interface Fixtures {
  /** Starts a gateway of this test's node. */
  start(gatewayId: string, maxStreams?: number): Promise<TestGateway>;
}

const test = gatewayTest.extend<Fixtures>({
  async start({ startReconciler }, use) {
    await use((gatewayId, maxStreams) => startReconciler(gatewayId, { census, stateDir: node.stateDir, maxStreams }));
  },
});

describe('of two gateways', () => {
  test('only one runs a stream', async ({ start }) => {
    await start('gateway-a');
    await start('gateway-b');
    const streams = [stream, ...(await Promise.all(Array.from({ length: 5 }, makeIdleStream)))];
    await Promise.all(streams.map(({ id }) => pressOn(id)));
    for (const { id } of streams) await untilStatus(id, 'active', 30_000);
    await untilBeats('gateway-a', 3);
    await untilBeats('gateway-b', 1);
    expect(streams.map(({ id }) => census.of(id))).toEqual(streams.map(() => 1));
    expect(census.most).toBe(1);
  });

  test('the second takes over at once when the first is stopped', async ({ start }) => {
    const first = await startReconciler('gateway-a', { census, stateDir: node.stateDir });
    await pressOn(stream.id);
    await untilStatus(stream.id, 'active');
    await start('gateway-b');
    await first.stop();
    expect(census.of(stream.id)).toBe(0);
    await until('gateway-b holds the stream', async () => (await readStream(stream.id)).leaseOwner === 'gateway-b', {
      timeoutMs: 3_000,
    });
    await until('the stream has one worker', () => census.of(stream.id) === 1, { timeoutMs: 3_000 });
    await untilStatus(stream.id, 'active');
    expect(census.most).toBe(1);
  });

  test('the first ends its worker at once when the second holds the stream', async ({ start }) => {
    await start('gateway-a');
    await pressOn(stream.id);
    await untilStatus(stream.id, 'active');
    await db().gateway.create({ data: { id: 'gateway-b', heartbeat: 1, maxStreams: 1 } });
    await db().stream.update({ where: { id: stream.id }, data: { leaseOwner: 'gateway-b' } });
    await until('the first worker has ended', () => census.of(stream.id) === 0, { timeoutMs: 2_500 });
    await untilBeats('gateway-a', 2);
    expect(census.of(stream.id)).toBe(0);
    expect(await readStream(stream.id)).toMatchObject({ leaseOwner: 'gateway-b', status: 'active' });
  });

  test('each holds its capacity at most, the oldest streams first, and the rest wait', async ({ start }) => {
    const streams = [stream];
    for (let count = 0; count < 3; count++) streams.push(await makeIdleStream());
    for (const { id } of streams) await pressOn(id);
    const [first] = [await start('gateway-a', 2)];
    for (const { id } of streams.slice(0, 2)) await untilStatus(id, 'active');
    await untilBeats('gateway-a', 2);
    const owners = async () => Promise.all(streams.map(async ({ id }) => (await readStream(id)).leaseOwner));
    expect(await owners()).toEqual(['gateway-a', 'gateway-a', null, null]);
    expect(first.leases.streams).toHaveLength(2);
    await start('gateway-b', 1);
    await untilStatus(streams[2]?.id ?? '', 'active');
    expect(await owners()).toEqual(['gateway-a', 'gateway-a', 'gateway-b', null]);
  });
});

test('a restarted gateway runs its own streams at once, without waiting for a standing heartbeat', async ({
  start,
}) => {
  await pressOn(stream.id);
  await db().stream.update({ where: { id: stream.id }, data: { leaseOwner: 'gateway-a', status: 'active' } });
  await start('gateway-a');
  await until('the restarted gateway has started the worker', () => census.specs.length === 1, { timeoutMs: 2_000 });
  await untilStatus(stream.id, 'active');
  expect(await readHistory(stream.id)).toEqual(['status_provisioning', 'status_provisioning', 'status_active']);
});

test("the streams of a gateway with a standing heartbeat are claimed, whatever Postgres's clock shows", async ({
  start,
}) => {
  await pressOn(stream.id);
  await db().stream.update({ where: { id: stream.id }, data: { leaseOwner: 'gateway-z' } });
  await db().gateway.create({
    data: { id: 'gateway-z', heartbeat: 7, maxStreams: 1, startedAt: new Date('2099-01-01') },
  });
  const startMs = performance.now();
  await start('gateway-a');
  await untilStatus(stream.id, 'active', 8_000);
  expect(performance.now() - startMs).toBeGreaterThan(3_000);
  expect(await db().gateway.findMany({ select: { id: true } }), 'the row of the dead gateway is deleted').toEqual([
    { id: 'gateway-a' },
  ]);
});

test('a living gateway keeps its streams', async ({ start }) => {
  await pressOn(stream.id);
  await db().stream.update({ where: { id: stream.id }, data: { leaseOwner: 'gateway-z' } });
  await db().gateway.create({ data: { id: 'gateway-z', heartbeat: 7, maxStreams: 1 } });
  const beating = new Loop({
    name: 'heartbeat of another gateway',
    work: () => db().gateway.update({ where: { id: 'gateway-z' }, data: { heartbeat: { increment: 1 } } }),
    intervalMs: 500,
    retry: { firstMs: 100, capMs: 500 },
  });
  beating.start();
  onTestFinished(() => beating.stop());
  await start('gateway-a');
  await untilBeats('gateway-a', 7);
  expect(await readStream(stream.id)).toMatchObject({ leaseOwner: 'gateway-z', status: 'provisioning' });
});
