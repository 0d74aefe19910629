import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseEnv } from '@/lib/platform/env/database-env';
import { openPostgresProxy, type PostgresProxy } from '../support/bus/postgres-proxy';
import { startBarcodeCamera } from '../support/camera/barcode-camera';
import { type Feed, openFeed } from '../support/gateway/feed';
import { copyGateway, type GatewayProcess, removeGateway, startGateway } from '../support/gateway/gateway-process';
import { readStream } from '../support/gateway/reconciler';
import { until } from '../support/until';

/* Two cameras through a bad network, the real gateway, workers and LiveKit, seen by a viewer in each room. */

/** The delay of any disturbance is gone after this long. */
const normalWithinMs = 5_000;
/** Allows for a busy machine. */
const toleranceMs = 250;

let postgres: PostgresProxy;
let gateway: GatewayProcess;
/** With the encoders' default latency of 120 ms. */
let shortLatency: Feed;
/** With a latency of eight round trips of 250 ms: one packet and one loss report in ten are lost. */
let longLatency: Feed;
const normalAgeMs = new Map<Feed, number>();

beforeAll(async () => {
  await copyGateway({ hasRealWorker: true });
  postgres = await openPostgresProxy(databaseEnv().DATABASE_URL);
  gateway = await startGateway({ GATEWAY_ID: 'impaired', DATABASE_URL: postgres.url });
  [shortLatency, longLatency] = await Promise.all([openFeed(gateway), openFeed(gateway, { latencyMs: 2_000 }, 2)]);
  for (const feed of [shortLatency, longLatency]) await feed.untilYoung(2_500, 15_000);
  const startMs = Date.now();
  await sleep(2_000);
  for (const feed of [shortLatency, longLatency]) normalAgeMs.set(feed, feed.medianAgeMs(startMs));
}, 60_000);

afterAll(async () => {
  for (const feed of [shortLatency, longLatency]) await feed?.close();
  gateway?.child.kill('SIGKILL');
  await gateway?.ended;
  postgres?.close();
  await removeGateway();
});

async function expectNormalDelay(feed: Feed, sinceMs: number): Promise<void> {
  const limitMs = (normalAgeMs.get(feed) ?? Number.NaN) + toleranceMs;
  await feed.untilYoung(limitMs, sinceMs + normalWithinMs - Date.now());
  const startMs = Date.now();
  await sleep(1_000);
  expect(feed.medianAgeMs(startMs)).toBeLessThan(limitMs);
}

const framesSince = ({ frames }: Feed, sinceMs: number) => frames.filter(({ arrivedMs }) => arrivedMs >= sinceMs);

/** When the router connected each encoder of this feed. */
const connections = ({ stream }: Feed): number[] =>
  gateway
    .log()
    .split('\n')
    .filter((line) => line.includes('router: connected') && line.includes(stream.id))
    .map((line) => Date.parse(JSON.parse(line).time));

test('with a tenth lost on a round trip of 250 ms a sufficient latency loses no frame, and a short one keeps frames coming', async () => {
  for (const { network } of [shortLatency, longLatency]) network.impair({ loss: 0.1, delayMs: 125, jitterMs: 20 });
  // Datagrams from before the change are still on the way.
  await sleep(2_500);
  const startMs = Date.now();
  await sleep(4_000);
  expect(framesSince(shortLatency, startMs).length).toBeGreaterThan(30);
  const complete = framesSince(longLatency, startMs);
  expect(complete.length).toBeGreaterThan(100);
  expect(complete.filter(({ ageMs }) => ageMs === null)).toEqual([]);
  const gaps = complete.map(
    ({ rtpTimestamp }, index) => (rtpTimestamp - (complete[index - 1]?.rtpTimestamp ?? rtpTimestamp)) / 90,
  );
  expect(Math.max(...gaps), 'no frame is missing').toBeLessThan(100);
  expect(longLatency.network.lostDatagrams()).toBeGreaterThan(20);

  for (const { network } of [shortLatency, longLatency]) network.impair({ loss: 0, delayMs: 0, jitterMs: 0 });
  const restoredMs = Date.now();
  await Promise.all([shortLatency, longLatency].map((feed) => expectNormalDelay(feed, restoredMs)));
});

test('while Postgres is away for longer than the lease, frames do not pause', async () => {
  const startMs = Date.now();
  postgres.cut();
  await sleep(6_000);
  postgres.restore();
  for (const feed of [shortLatency, longLatency]) {
    const arrivals = framesSince(feed, startMs).map(({ arrivedMs }) => arrivedMs);
    const pauses = arrivals.map((arrivedMs, index) => arrivedMs - (arrivals[index - 1] ?? startMs));
    expect(Math.max(...pauses)).toBeLessThan(1_000);
  }
  expect(await readStream(shortLatency.stream.id)).toMatchObject({ leaseOwner: 'impaired', status: 'active' });
});

test('an outage that the connection survives leaves no delay behind', async () => {
  for (const { network } of [shortLatency, longLatency]) network.cut();
  await sleep(3_000);
  for (const { network } of [shortLatency, longLatency]) network.restore();
  const restoredMs = Date.now();
  await Promise.all([shortLatency, longLatency].map((feed) => expectNormalDelay(feed, restoredMs)));
  expect([shortLatency, longLatency].map((feed) => connections(feed).length)).toEqual([1, 1]);
});

test('after an outage of 10 s, and from a new address, frames return right after the encoder', async () => {
  const expectReturn = async (feed: Feed) => {
    const [count, latencyMs] = [connections(feed).length, normalAgeMs.get(feed) ?? Number.NaN];
    const connectedMs = await until('the encoder is connected again', () => connections(feed)[count], {
      timeoutMs: 15_000,
    });
    const seenMs = await until(
      'frames arrive on the new connection',
      () => framesSince(feed, connectedMs)[0]?.arrivedMs,
    );
    // One second on an idle machine, see docs/performance.md.
    expect(seenMs - connectedMs).toBeLessThan(latencyMs + 3_000);
    await expectNormalDelay(feed, seenMs);
  };
  shortLatency.network.cut();
  longLatency.network.moveClients();
  await Promise.all([expectReturn(longLatency), sleep(10_000)]);
  shortLatency.network.restore();
  await expectReturn(shortLatency);
});

test('an encoder replaces a silent one', async () => {
  shortLatency.network.cut();
  const address = `srt://127.0.0.1:${gateway.ingestPort}?mode=caller&streamid=${shortLatency.stream.streamKey}`;
  const other = startBarcodeCamera({ urls: [address], width: 320, height: 180, bitrateKbps: 400, hasAudio: false });
  try {
    await sleep(500);
    await shortLatency.untilYoung((normalAgeMs.get(shortLatency) ?? Number.NaN) + toleranceMs, 10_000);
  } finally {
    other.stop();
  }
});
