import { createSocket } from 'node:dgram';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { reportPath, roomTokenPath } from '@/lib/contracts/worker-protocol';
import { db } from '@/lib/platform/db/db';
import type { Stream } from '@/prisma/generated/client';
import { defaultLimits } from '@/server/gateway/reconciler/plan';
import {
  makeIdleStream,
  pressOff,
  pressOn,
  readHistory,
  readStream,
  startSupervisor,
  type TestGateway,
  untilStatus,
  WorkerCensus,
  writeWorker,
} from '../../support/gateway/reconciler';
import { until } from '../../support/until';

let stream: Stream;
let census: WorkerCensus;
const cleanups: (() => Promise<void>)[] = [];

beforeEach(async () => {
  stream = await makeIdleStream();
  census = new WorkerCensus();
});

afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
  await db().stream.deleteMany();
});

async function start(gatewayId: string, options: Parameters<typeof startSupervisor>[1] = {}): Promise<TestGateway> {
  const gateway = await startSupervisor(gatewayId, { census, ...options });
  cleanups.push(() => gateway.stop());
  return gateway;
}

async function workerThat(source: string): Promise<string> {
  const { workerPath, remove } = await writeWorker(source);
  cleanups.push(remove);
  return workerPath;
}

const killWorker = (gateway: TestGateway) => gateway.supervisor.findWorker(stream.id)?.worker.handle.kill();

/** Makes the fake worker's camera live. */
async function sendPicture(gateway: TestGateway): Promise<void> {
  const handle = gateway.supervisor.findWorker(stream.id)?.worker.handle;
  const camera = createSocket('udp4');
  await new Promise((resolve) => camera.send('picture', handle?.inputPort, handle?.podIp, resolve));
  camera.close();
}

describe('a stream', () => {
  test('that is switched on becomes active within two seconds, and stopped within two of Off', async () => {
    const gateway = await start('gateway-a');
    await pressOn(stream.id);
    const active = await untilStatus(stream.id, 'active', 2_000);
    expect(active).toMatchObject({ leaseOwner: 'gateway-a', generation: 1, signal: 'none' });
    expect(active.podName).toContain('worker-');
    expect(active.podIp).toMatch(/^127\./);
    expect(active.startedAt).toBeInstanceOf(Date);

    await pressOff(stream.id);
    const stopped = await untilStatus(stream.id, 'stopped', 2_000);
    expect(stopped).toMatchObject({ leaseOwner: null, podName: null, podIp: null, startedAt: null });
    expect(gateway.closed).toContain(stream.id);
    expect(census.of(stream.id)).toBe(0);
    expect(await readHistory(stream.id)).toEqual([
      'status_provisioning',
      'status_active',
      'status_stopping',
      'status_stopped',
    ]);
  });

  test('comes back when On is pressed right after Off', async () => {
    await start('gateway-a');
    await pressOn(stream.id);
    await untilStatus(stream.id, 'active');
    await pressOff(stream.id);
    await pressOn(stream.id);
    await until(async () => (await readStream(stream.id)).generation === 2);
    await untilStatus(stream.id, 'active');
    expect(census.of(stream.id)).toBe(1);
    expect(census.most).toBe(1);
    expect(census.orders.at(-1)?.generation).toBe(2);
  });

  test('is active again when its worker was killed', async () => {
    const gateway = await start('gateway-a');
    await pressOn(stream.id);
    await untilStatus(stream.id, 'active');
    gateway.closed.length = 0;
    killWorker(gateway);
    await until(() => census.orders.length === 2);
    await untilStatus(stream.id, 'active');
    expect(gateway.closed).toContain(stream.id);
    expect(await readHistory(stream.id)).toEqual([
      'status_provisioning',
      'status_active',
      'status_provisioning',
      'status_active',
    ]);
  });

  test('whose worker crashes again and again is in error, and the user is told why', async () => {
    const workerPath = await workerThat('process.exit(3);');
    await start('gateway-a', { workerPath, limits: { ...defaultLimits, maxFailures: 4 } });
    await pressOn(stream.id);
    const failed = await untilStatus(stream.id, 'error');
    expect(failed.statusReason).toMatch(/4 times in a row.*exit code 3/);
    expect(failed).toMatchObject({ leaseOwner: null, podName: null });
    await sleep(300);
    expect(census.orders).toHaveLength(4);

    await pressOn(stream.id);
    await until(() => census.orders.length > 4, { what: 'another try after On' });
  });

  test('whose worker is never heard of is in error', async () => {
    const workerPath = await workerThat('setInterval(() => {}, 1000);');
    await start('gateway-a', { workerPath, limits: { ...defaultLimits, startWithinMs: 300, maxFailures: 2 } });
    await pressOn(stream.id);
    expect((await untilStatus(stream.id, 'error')).statusReason).toContain('no answer for 0.3 s');
    expect(census.of(stream.id)).toBe(0);
  });

  test('keeps a worker that is not ready as long as it answers', async () => {
    const workerPath = await workerThat(`
      import { once } from 'node:events';
      const [job] = await once(process, 'message');
      let count = 0;
      setInterval(() => fetch(job.gatewayUrl + '/workers/' + job.streamId + '/report', {
        method: 'POST',
        headers: { authorization: 'Bearer ' + job.gatewayToken },
        body: JSON.stringify({ generation: job.generation, ready: count++ > 25, signal: 'none', sample: null, connectCount: 0, media: null }),
      }), 100);
    `);
    await start('gateway-a', { workerPath, limits: { ...defaultLimits, startWithinMs: 2_000, maxFailures: 1 } });
    await pressOn(stream.id);
    await untilStatus(stream.id, 'active');
    expect(census.orders).toHaveLength(1);
  });

  test('whose worker falls silent gets another', async () => {
    const workerPath = await workerThat(`
      import { once } from 'node:events';
      const [job] = await once(process, 'message');
      await fetch(job.gatewayUrl + '/workers/' + job.streamId + '/report', {
        method: 'POST',
        headers: { authorization: 'Bearer ' + job.gatewayToken },
        body: JSON.stringify({ generation: job.generation, ready: true, signal: 'none', sample: null, connectCount: 0, media: null }),
      });
      setInterval(() => {}, 1000);
    `);
    await start('gateway-a', { workerPath, limits: { ...defaultLimits, reportWithinMs: 1_000 } });
    await pressOn(stream.id);
    await untilStatus(stream.id, 'active');
    await until(() => census.orders.length === 2);
    expect(census.most).toBe(1);
    expect(await readHistory(stream.id)).toContain('status_active');
  });

  test('that is deleted loses its worker', async () => {
    const gateway = await start('gateway-a');
    await pressOn(stream.id);
    await untilStatus(stream.id, 'active');
    await db().stream.delete({ where: { id: stream.id } });
    await until(() => census.of(stream.id) === 0);
    expect(gateway.closed).toContain(stream.id);
  });

  test('shows what arrives, and keeps a sample every second', async () => {
    const link = {
      ...{ rttMs: 30, receivedPackets: 396, lostPackets: 4, retransmittedPackets: 3, lossPercent: 1 },
      ...{ capacityKbps: null, srtLatencyMs: 120 },
    };
    const gateway = await start('gateway-a', { links: new Map([[stream.id, link]]) });
    await pressOn(stream.id);
    await untilStatus(stream.id, 'active');
    await sendPicture(gateway);
    await until(async () => (await readStream(stream.id)).signal === 'live');
    await until(async () => (await readStream(stream.id)).media !== null);
    expect((await readStream(stream.id)).media).toMatchObject({
      video: { codec: 'h264', width: 1920 },
      mode: 'passthrough',
    });
    const sample = await until(() => db().streamMetric.findFirst({ where: { streamId: stream.id } }));
    expect(sample).toMatchObject({
      ...{ organizationId: stream.organizationId, fps: 30, bitrateKbps: 4_000, reconnectCount: 0, droppedFrames: 7 },
      ...{ latencyMs: 136, rttMs: 30, lostPackets: 4, retransmittedPackets: 3, lossPercent: 1 },
      ...{ gopSeconds: 2, audioLeftDbfs: -20, audioRightDbfs: -22, alertLevel: 'healthy' },
    });
    expect(sample.qualityScore).toBeGreaterThan(90);
    expect(gateway.supervisor.findVitals(stream.id)).toMatchObject({ link, latencyMs: 136, droppedFrames: 7 });
    await until(async () => (await db().streamMetric.count({ where: { streamId: stream.id } })) >= 3);
    killWorker(gateway);
    await until(async () => (await readStream(stream.id)).signal === 'none');
    await until(async () => (await readStream(stream.id)).media === null);
  });

  test('goes on counting when its worker was replaced, and when another gateway took it over', async () => {
    const counted = (reconnectCount: number, droppedFrames: number) =>
      until(() => db().streamMetric.findFirst({ where: { streamId: stream.id, reconnectCount, droppedFrames } }), {
        what: `a sample with ${reconnectCount} reconnects and ${droppedFrames} dropped frames`,
      });
    const first = await startSupervisor('gateway-a', { census });
    await pressOn(stream.id);
    await untilStatus(stream.id, 'active');
    await sendPicture(first);
    await counted(0, 7);
    killWorker(first);
    await until(() => census.orders.length === 2);
    await untilStatus(stream.id, 'active');
    await sendPicture(first);
    await counted(1, 14);
    await first.stop();
    const second = await start('gateway-b');
    await until(() => census.orders.length === 3);
    await untilStatus(stream.id, 'active');
    await sendPicture(second);
    await counted(2, 21);
    await pressOff(stream.id);
    await untilStatus(stream.id, 'stopped');
    await pressOn(stream.id);
    await untilStatus(stream.id, 'active');
    await sendPicture(second);
    await until(() => second.supervisor.findVitals(stream.id)?.report?.sample);
    expect(second.supervisor.findVitals(stream.id)).toMatchObject({ reconnectCount: 0, droppedFrames: 7 });
  });
});

describe('of two gateways', () => {
  test('only one runs a stream', async () => {
    await start('gateway-a');
    await start('gateway-b');
    const streams = [stream, ...(await Promise.all(Array.from({ length: 5 }, makeIdleStream)))];
    await Promise.all(streams.map(({ id }) => pressOn(id)));
    for (const { id } of streams) await untilStatus(id, 'active');
    await sleep(2_500);
    expect(streams.map(({ id }) => census.of(id))).toEqual(streams.map(() => 1));
    expect(census.most).toBe(1);
  });

  test('the second takes over at once when the first is stopped', async () => {
    const first = await startSupervisor('gateway-a', { census });
    await pressOn(stream.id);
    await untilStatus(stream.id, 'active');
    await start('gateway-b');
    await first.stop();
    expect(census.of(stream.id)).toBe(0);
    await until(async () => (await readStream(stream.id)).leaseOwner === 'gateway-b', { timeoutMs: 3_000 });
    await untilStatus(stream.id, 'active');
    expect(census.most).toBe(1);
  });

  test('the first gives a stream up when it sees that the second has it', async () => {
    await start('gateway-a');
    await pressOn(stream.id);
    await untilStatus(stream.id, 'active');
    const leaseExpiresAt = new Date(Date.now() + 60_000);
    await db().stream.update({ where: { id: stream.id }, data: { leaseOwner: 'gateway-b', leaseExpiresAt } });
    await until(() => census.of(stream.id) === 0);
    await sleep(1_500);
    expect(census.of(stream.id)).toBe(0);
    expect(await readStream(stream.id)).toMatchObject({ leaseOwner: 'gateway-b', status: 'active' });
  });
});

test('a gateway that comes back takes its own streams at once, not waiting for their leases', async () => {
  await pressOn(stream.id);
  const leaseExpiresAt = new Date(Date.now() + 60_000);
  await db().stream.update({
    where: { id: stream.id },
    data: { leaseOwner: 'gateway-a', leaseExpiresAt, status: 'active' },
  });
  await start('gateway-a');
  await until(() => census.orders.length === 1);
  await untilStatus(stream.id, 'active');
  expect(await readHistory(stream.id)).toEqual(['status_provisioning', 'status_provisioning', 'status_active']);
});

describe('the address for workers', () => {
  const good = { generation: 1, ready: true, signal: 'live', sample: null, connectCount: 0, media: null };
  let gateway: TestGateway;
  let token: string;

  beforeEach(async () => {
    gateway = await start('gateway-a');
    await pressOn(stream.id);
    await untilStatus(stream.id, 'active');
    token = census.orders[0]?.gatewayToken ?? '';
  });

  const post = async (path: string, authorization: string, body: unknown = good): Promise<number> => {
    const request = { method: 'POST', headers: { authorization }, body: JSON.stringify(body) };
    return (await fetch(`${gateway.apiUrl}${path}`, request)).status;
  };

  test('takes the report of a worker, and of nobody else', async () => {
    const path = reportPath(stream.id);
    expect(await post(path, `Bearer ${token}`)).toBe(204);
    expect(await post(path, `Bearer ${token}x`)).toBe(401);
    expect(await post(path, `Bearer ${'x'.repeat(token.length)}`)).toBe(401);
    expect(await post(path, '')).toBe(401);
    expect(await post(roomTokenPath(stream.id), 'Bearer stranger')).toBe(401);
    expect(await post(path, `Bearer ${token}`, { ...good, generation: 0 })).toBe(410);
    expect(await post(path, `Bearer ${token}`, { ...good, signal: 'sideways' })).toBe(422);
    expect(await post(path, `Bearer ${token}`, 'x'.repeat(20_000))).toBe(413);
    expect(await post('/workers/nobody/report', `Bearer ${token}`)).toBe(410);
    expect(await post('/elsewhere', `Bearer ${token}`)).toBe(404);
  });

  test('does not take the token of one stream for another', async () => {
    const other = await makeIdleStream();
    await pressOn(other.id);
    await untilStatus(other.id, 'active');
    expect(await post(reportPath(other.id), `Bearer ${token}`)).toBe(401);
  });

  test('tells a worker that is not wanted any more to end', async () => {
    await pressOff(stream.id);
    await untilStatus(stream.id, 'stopped');
    expect(await post(reportPath(stream.id), `Bearer ${token}`)).toBe(410);
  });

  test('answers a probe', async () => {
    expect((await fetch(`${gateway.apiUrl}/healthz`)).status).toBe(200);
  });
});
