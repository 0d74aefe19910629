import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished } from 'vitest';
import { db } from '@/lib/platform/db/db';
import type { Stream } from '@/prisma/generated/client';
import { defaultLimits } from '@/server/gateway/reconciler/plan';
import { gatewayTest } from '../../support/fixtures/gateway-test';
import {
  makeIdleStream,
  makeNode,
  pressOff,
  pressOn,
  type ReconcilerOptions,
  readHistory,
  readStream,
  sendDatagram,
  startReconciler,
  type TestGateway,
  untilBeats,
  untilStatus,
  WorkerCensus,
  writeWorker,
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
  });
});

interface Fixtures {
  /** Starts a gateway of this test's node. */
  start(gatewayId: string, options?: Partial<ReconcilerOptions>): Promise<TestGateway>;
}

const test = gatewayTest.extend<Fixtures>({
  async start({ startReconciler }, use) {
    await use((gatewayId, options) => startReconciler(gatewayId, { census, stateDir: node.stateDir, ...options }));
  },
});

async function workerThat(source: string): Promise<string> {
  const { workerPath, remove } = await writeWorker(source);
  onTestFinished(remove);
  return workerPath;
}

const workerOf = (gateway: TestGateway) => gateway.registry.get(stream.id)?.worker;

/** The process of the stream's worker. */
async function pidOfWorker(gateway: TestGateway): Promise<number> {
  const pidFile = path.join(node.stateDir, `${workerOf(gateway)?.workerId}.pid`);
  return Number.parseInt(await readFile(pidFile, 'utf8'), 10);
}

const killWorker = async (gateway: TestGateway) => process.kill(await pidOfWorker(gateway), 'SIGKILL');

/** Makes the fake worker's camera live, or sends it a command. */
const sendToWorker = (gateway: TestGateway, text = 'frame') => sendDatagram(workerOf(gateway)?.address ?? null, text);

describe('a stream', () => {
  test('that is switched on becomes active within two seconds, and stopped within two of Off', async ({ start }) => {
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

  test('is active again when On is pressed right after Off', async ({ start }) => {
    await start('gateway-a');
    await pressOn(stream.id);
    await untilStatus(stream.id, 'active');
    await pressOff(stream.id);
    await pressOn(stream.id);
    await until('the second On has begun', async () => (await readStream(stream.id)).generation === 2);
    await untilStatus(stream.id, 'active');
    expect(census.of(stream.id)).toBe(1);
    expect(census.most).toBe(1);
    expect(census.specs.at(-1)?.generation).toBe(2);
  });

  test('is active again after its worker is killed', async ({ start }) => {
    const gateway = await start('gateway-a');
    await pressOn(stream.id);
    await untilStatus(stream.id, 'active');
    gateway.closed.length = 0;
    await killWorker(gateway);
    await until('the stream has a second worker', () => census.specs.length === 2);
    await untilStatus(stream.id, 'active');
    expect(gateway.closed).toContain(stream.id);
    expect(await readHistory(stream.id)).toEqual([
      'status_provisioning',
      'status_active',
      'status_provisioning',
      'status_active',
    ]);
  });

  test('whose worker keeps crashing is in error, with the reason for the user', async ({ start }) => {
    const workerPath = await workerThat('process.exit(3);');
    await start('gateway-a', { workerPath, limits: { ...defaultLimits, maxFailures: 4 } });
    await pressOn(stream.id);
    const failed = await untilStatus(stream.id, 'error');
    expect(failed.statusReason).toMatch(/4 times in a row.*ended unexpectedly/);
    expect(failed).toMatchObject({ leaseOwner: null, podName: null });
    await untilBeats('gateway-a', 1);
    expect(census.specs).toHaveLength(4);

    await pressOn(stream.id);
    await until('On has started another worker', () => census.specs.length > 4);
  });

  test('whose worker reports a failure gets another one, and the user reads that sentence', async ({ start }) => {
    const gateway = await start('gateway-a');
    await pressOn(stream.id);
    await untilStatus(stream.id, 'active');
    await sendToWorker(gateway, 'fail');
    await until('the stream has a second worker', () => census.specs.length === 2);
    await untilStatus(stream.id, 'active');
    const lost = await db().streamIncident.findMany({ where: { streamId: stream.id, severity: 'warning' } });
    expect(lost.map(({ message }) => message)).toEqual(['The camera sends what nobody can decode. Restarting it.']);
  });

  test('whose worker reports a final failure is in error at once, with that sentence', async ({ start }) => {
    const gateway = await start('gateway-a');
    await pressOn(stream.id);
    await untilStatus(stream.id, 'active');
    await sendToWorker(gateway, 'give up');
    const failed = await untilStatus(stream.id, 'error', 2_000);
    expect(failed).toMatchObject({ statusReason: 'This machine has no encoder.', leaseOwner: null, podName: null });
    expect(census.specs).toHaveLength(1);
    await pressOn(stream.id);
    await untilStatus(stream.id, 'active');
  });

  test('whose worker never reports is in error', async ({ start }) => {
    const workerPath = await workerThat('setInterval(() => {}, 1000);');
    await start('gateway-a', { workerPath, limits: { ...defaultLimits, startWithinMs: 300, maxFailures: 2 } });
    await pressOn(stream.id);
    expect((await untilStatus(stream.id, 'error')).statusReason).toContain('did not answer for 0.3 s');
    expect(census.of(stream.id)).toBe(0);
  });

  test('keeps a worker that is not ready as long as it reports', async ({ start }) => {
    const workerPath = await workerThat(`
      import { once } from 'node:events';
      const [spec] = await once(process, 'message');
      let count = 0;
      setInterval(() => fetch(spec.gatewayUrl + '/workers/' + spec.workerId + '/report', {
        method: 'POST',
        headers: { authorization: 'Bearer ' + spec.token },
        body: JSON.stringify({ generation: spec.generation, ready: count++ > 25, signal: 'none', sample: null, connectCount: 0, media: null, failed: null }),
      }), 100);
    `);
    await start('gateway-a', { workerPath, limits: { ...defaultLimits, startWithinMs: 2_000, maxFailures: 1 } });
    await pressOn(stream.id);
    await untilStatus(stream.id, 'active');
    expect(census.specs).toHaveLength(1);
  });

  test('whose worker stops reporting gets another one', async ({ start }) => {
    const workerPath = await workerThat(`
      import { once } from 'node:events';
      const [spec] = await once(process, 'message');
      await fetch(spec.gatewayUrl + '/workers/' + spec.workerId + '/report', {
        method: 'POST',
        headers: { authorization: 'Bearer ' + spec.token },
        body: JSON.stringify({ generation: spec.generation, ready: true, signal: 'none', sample: null, connectCount: 0, media: null, failed: null }),
      });
      setInterval(() => {}, 1000);
    `);
    await start('gateway-a', { workerPath, limits: { ...defaultLimits, reportWithinMs: 1_000 } });
    await pressOn(stream.id);
    await untilStatus(stream.id, 'active');
    await until('the stream has a second worker', () => census.specs.length === 2);
    expect(census.most).toBe(1);
    expect(await readHistory(stream.id)).toContain('status_active');
  });

  test('that is deleted loses its worker', async ({ start }) => {
    const gateway = await start('gateway-a');
    await pressOn(stream.id);
    await untilStatus(stream.id, 'active');
    await db().stream.delete({ where: { id: stream.id } });
    await until('the deleted stream has no worker', () => census.of(stream.id) === 0);
    expect(gateway.closed).toContain(stream.id);
  });

  test('shows its signal and media, and records a sample every second', async ({ start }) => {
    const link = {
      rttMs: 30,
      jitterMs: 1.5,
      receivedPackets: 396,
      lostPackets: 4,
      retransmittedPackets: 3,
      lossPercent: 1,
      capacityKbps: null,
      srtLatencyMs: 120,
      sender: null,
      bond: [
        { share_percent: 60, rtt_ms: 45, loss_percent: 0.5 },
        { share_percent: 40, rtt_ms: null, loss_percent: null },
      ],
    };
    const gateway = await start('gateway-a', { links: new Map([[stream.id, link]]) });
    await pressOn(stream.id);
    await untilStatus(stream.id, 'active');
    await sendToWorker(gateway);
    await until('the stream’s signal is live', async () => (await readStream(stream.id)).signal === 'live');
    await until('the stream’s media is known', async () => (await readStream(stream.id)).media !== null);
    expect((await readStream(stream.id)).media).toMatchObject({
      video: { codec: 'h264', width: 1920 },
      mode: 'passthrough',
    });
    const sample = await until('the stream has a sample', () =>
      db().streamMetric.findFirst({ where: { streamId: stream.id } }),
    );
    expect(sample).toMatchObject({
      organizationId: stream.organizationId,
      fps: 30,
      bitrateKbps: 4_000,
      reconnectCount: 0,
      droppedFrames: 7,
      latencyMs: 136,
      rttMs: 30,
      jitterMs: 1.5,
      lostPackets: 4,
      retransmittedPackets: 3,
      lossPercent: 1,
      gopSeconds: 2,
      audioLeftDbfs: -20,
      audioRightDbfs: -22,
      alertLevel: 'healthy',
    });
    expect(sample.qualityScore).toBeGreaterThan(90);
    await until('the links of the encoder are known', async () => (await readStream(stream.id)).bondedLinks !== null);
    expect((await readStream(stream.id)).bondedLinks).toEqual(link.bond);
    expect(gateway.registry.findVitals(stream.id)).toMatchObject({ link, latencyMs: 136, droppedFrames: 7 });
    await until(
      'the stream has three samples',
      async () => (await db().streamMetric.count({ where: { streamId: stream.id } })) >= 3,
    );
    await killWorker(gateway);
    await until('the stream’s signal is none', async () => (await readStream(stream.id)).signal === 'none');
    await until('the stream’s media is forgotten', async () => (await readStream(stream.id)).media === null);
  });

  test('continues its counters with another worker, and at another gateway', async ({ start }) => {
    const counted = (reconnectCount: number, droppedFrames: number) =>
      until(`there is a sample with ${reconnectCount} reconnects and ${droppedFrames} dropped frames`, () =>
        db().streamMetric.findFirst({ where: { streamId: stream.id, reconnectCount, droppedFrames } }),
      );
    const first = await startReconciler('gateway-a', { census, stateDir: node.stateDir });
    await pressOn(stream.id);
    await untilStatus(stream.id, 'active');
    await sendToWorker(first);
    await counted(0, 7);
    await killWorker(first);
    await until('the stream has a second worker', () => census.specs.length === 2);
    await untilStatus(stream.id, 'active');
    await sendToWorker(first);
    await counted(1, 14);
    await first.stop();
    const second = await start('gateway-b');
    await until('the stream has a third worker', () => census.specs.length === 3);
    await untilStatus(stream.id, 'active');
    await sendToWorker(second);
    await counted(2, 21);
    await pressOff(stream.id);
    await untilStatus(stream.id, 'stopped');
    await pressOn(stream.id);
    await untilStatus(stream.id, 'active');
    await sendToWorker(second);
    await until(
      'the second gateway has a sample of the stream',
      () => second.registry.findVitals(stream.id)?.report?.sample,
    );
    expect(second.registry.findVitals(stream.id)).toMatchObject({ reconnectCount: 0, droppedFrames: 7 });
  });
});
