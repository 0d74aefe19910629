import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { db } from '@/lib/platform/db/db';
import { childEnv } from '@/lib/platform/env/child-env';
import { ApiClient } from '../../support/api/api-client';
import { freeTcpPort } from '../../support/network/free-port';
import { CableCrowd } from '../cable/cable-crowd';
import { startBenchDatabase } from '../support/bench-database';
import { eachOf, forMs, times } from '../support/glance';
import { quantile } from '../support/quantile';
import { head, load, row } from '../support/table';
import { benchLists } from './lists';
import { type Cost, measureCost, measureRest, type Parts, readLongestStatements } from './meters';
import type { PretendOrder } from './pretend-messages';
import { type BenchOrganization, clearWorld, makeOrganization } from './scale-world';
import { StatusWatch } from './status-watch';

/*
 * `npm run bench scale [SIZE…] [lists]` measures the control plane with 10, 100 and 1,000 streams. Web, gateway and
 * Postgres are real; the workers do everything but media. The cost of a stream must not grow with their number.
 */

const sizes = process.argv.slice(2).map(Number).filter(Number.isInteger);
const hasLists = process.argv.includes('lists') || process.argv.length === 2;
const runsMs = forMs(10_000);
const settleMs = forMs(5_000);
/** Below this rate, the work that a change of all streams has caused is over. */
const quietStatementsPerSecond = 30;
const quietTimeoutMs = 60_000;
const organizationCount = 10;
const concurrentStarts = 20;
const startTimeoutMs = 300_000;
const statusChanges = times(40);
/** A dashboard has all streams and events, and the samples of the cameras that are in view. */
const camerasInView = 3;

const database = await startBenchDatabase({ countsStatements: true });
const port = await freeTcpPort();
const base = `http://127.0.0.1:${port}`;

/** Standard output is for the tables. */
const stdio: ('ignore' | 'ipc' | NodeJS.WriteStream)[] = ['ignore', process.stderr, process.stderr, 'ipc'];

async function untilReady(child: ChildProcess, name: string): Promise<void> {
  const outcome = await Promise.race([once(child, 'message').then(() => 'ready'), once(child, 'exit')]);
  if (outcome !== 'ready') throw new Error(`${name} did not start`);
}

async function startParts() {
  const web = spawn(process.execPath, ['dist/web.mjs'], {
    stdio,
    env: childEnv({ PORT: String(port), ORGANIZATION_MAX_STREAMS_ON: '1000', ORGANIZATION_MAX_STREAMS: '10000' }),
  });
  const gateway = fork('dist/scale.gateway.mjs', { stdio });
  await Promise.all([untilReady(web, 'web'), untilReady(gateway, 'gateway')]);
  const parts: Parts = { gateway: gateway.pid ?? 0, web: web.pid ?? 0, postgres: database.pid };
  return {
    parts,
    order: (order: PretendOrder) => gateway.send(order),
    async stop() {
      const ended = [once(web, 'exit'), once(gateway, 'exit')];
      web.kill('SIGTERM');
      gateway.disconnect();
      await Promise.all(ended);
    },
  };
}

/** Switches all streams on by the API, and waits until they are ready to receive. */
async function startAll(organizations: BenchOrganization[]): Promise<void> {
  const limit = pLimit(concurrentStarts);
  await Promise.all(
    organizations.flatMap(({ token, streamIds }) =>
      streamIds.map((id) =>
        limit(() => new ApiClient(base, token).call('POST /streams/{id}/start', { params: { id } })),
      ),
    ),
  );
  for (const deadlineMs = performance.now() + startTimeoutMs; ; await sleep(250)) {
    const waiting = await db().stream.count({ where: { status: { not: 'active' } } });
    if (waiting === 0) return;
    if (performance.now() > deadlineMs) throw new Error(`${waiting} streams are not active`);
  }
}

/** One line of the tables: cores and statements in all, and of one stream. */
function report(what: string, size: number, { seconds, cpuSeconds, statements }: Cost): void {
  const cores = Object.values(cpuSeconds).map((used) => used / seconds);
  const all = cores.reduce((sum, used) => sum + used, 0);
  row(
    size,
    what,
    ...cores.map((used) => used.toFixed(3)),
    ((1000 * all) / size).toFixed(3),
    (statements / seconds).toFixed(1),
    (statements / seconds / size).toFixed(3),
    load(),
  );
}

function openDashboards(crowd: CableCrowd, organizations: BenchOrganization[], count: number): Promise<void> {
  return crowd.connect(count, (index) => {
    const { token, streamIds } = organizations[index % organizations.length] as BenchOrganization;
    const seen = Array.from({ length: camerasInView }, (_, place) => streamIds[(index + place) % streamIds.length]);
    const channels = [
      { channel: 'StreamsChannel' },
      { channel: 'EventsChannel' },
      ...[...new Set(seen)].map((stream_id) => ({ channel: 'StreamMetricsChannel', stream_id })),
    ];
    return {
      url: `ws://127.0.0.1:${port}/cable?token=${encodeURIComponent(token)}`,
      identifiers: channels.map((channel) => JSON.stringify(channel)),
    };
  });
}

/** Switches streams off and on, one after the other. @returns from the call until a dashboard hears of each, in ms */
async function changeStatus(organizations: BenchOrganization[]): Promise<number[]> {
  const watch = await StatusWatch.open(port, organizations);
  const tookMs: number[] = [];
  const streamCount = organizations.reduce((sum, { streamIds }) => sum + streamIds.length, 0);
  // A stream that is switched on too often waits.
  for (let change = 0; change < Math.min(statusChanges, 2 * streamCount); change++) {
    const { token, streamIds } = organizations[change % organizations.length] as BenchOrganization;
    const id = streamIds[Math.floor(change / organizations.length) % streamIds.length] ?? '';
    const isActive = watch.next(id, 'active');
    for (const [verb, status] of [
      ['stop', 'stopping'],
      ['start', 'provisioning'],
    ] as const) {
      const heard = watch.next(id, status);
      await new ApiClient(base, token).call(`POST /streams/{id}/${verb}`, { params: { id } });
      tookMs.push(await heard);
    }
    await isActive;
  }
  watch.close();
  return tookMs;
}

/** Waits for what a change of all streams has left to do. */
async function settle(parts: Parts): Promise<void> {
  for (const deadlineMs = performance.now() + quietTimeoutMs; performance.now() < deadlineMs; ) {
    const { statements, seconds } = await measureRest(parts, settleMs);
    if (statements / seconds < quietStatementsPerSecond) return;
  }
}

async function benchSize(size: number): Promise<void> {
  const organizations: BenchOrganization[] = [];
  for (let count = 0; count < organizationCount; count++) {
    organizations.push(await makeOrganization(4, size / organizationCount));
  }
  const { parts, order, stop } = await startParts();
  const crowd = new CableCrowd('dist/scale.driver.mjs');
  const sampleBytes = () => db().$queryRaw<{ bytes: number }[]>`
    SELECT pg_total_relation_size('stream_metrics')::float8 AS bytes`;
  const started = await measureCost(parts, () => startAll(organizations));
  report(`start of all, ${started.seconds.toFixed(1)} s`, size, started);
  await settle(parts);
  report('on, no camera', size, await measureRest(parts, runsMs));
  order({ type: 'live', isLive: true });
  await settle(parts);
  await readLongestStatements(0);
  const [before] = await sampleBytes();
  const live = await measureRest(parts, runsMs);
  const [after] = await sampleBytes();
  report('live', size, live);
  const dashboards = Math.max(10, size / 2);
  await openDashboards(crowd, organizations, dashboards);
  await settle(parts);
  await crowd.report();
  report(`live, ${dashboards} dashboards in ${crowd.processCount} processes`, size, await measureRest(parts, runsMs));
  const { agesMs } = await crowd.report();
  const changes = await changeStatus(organizations);
  const { inserts } = live;
  const bytes = ((after?.bytes ?? 0) - (before?.bytes ?? 0)) / inserts.rows;
  figures.push([
    size,
    started.seconds.toFixed(1),
    quantile(changes, 0.5).toFixed(0),
    quantile(changes, 0.95).toFixed(0),
    (agesMs.length / (runsMs / 1000)).toFixed(0),
    (inserts.statements / live.seconds).toFixed(2),
    (inserts.seconds / live.seconds).toFixed(3),
    bytes.toFixed(0),
    ((bytes * size * 86_400) / 1e9).toFixed(1),
  ]);
  for (const { query, calls, ms } of await readLongestStatements(8)) {
    process.stderr.write(`${ms.toFixed(0)} ms, ${calls} times: ${query}\n`);
  }
  await crowd.disconnect();
  crowd.stop();
  await stop();
  await clearWorld();
}

const figures: (string | number)[][] = [];
if (!hasLists || sizes.length > 0 || process.argv.length === 2) {
  head('streams', 'what', 'gateway', 'web', 'postgres', 'cores/1000', 'statements/s', 'each', 'load');
  for (const size of sizes.length > 0 ? sizes : eachOf([10, 100, 1_000])) await benchSize(size);
  console.log();
  head(
    ...[
      'streams',
      'all active, s',
      'change p50 ms',
      'p95 ms',
      'samples/s to dashboards',
      'inserts/s',
      'inserting, cores',
    ],
    ...['bytes a sample', 'GB a day, calculated'],
  );
  for (const cells of figures) row(...cells);
}
if (hasLists) {
  const { parts, stop } = await startParts();
  await benchLists(base, parts);
  await stop();
}
await database.stop();
process.exit(0);
