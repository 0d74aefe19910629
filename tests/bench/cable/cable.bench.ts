import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { db } from '@/lib/platform/db/db';
import { applyStreamTransition } from '@/lib/use-cases/streams/state/apply-stream-transition';
import { eachOf, forMs, times } from '../support/glance';
import { measureUsage } from '../support/process-usage';
import { quantile } from '../support/quantile';
import { CableCrowd } from './cable-crowd';
import {
  anycableTarget,
  bareTarget,
  type CableTarget,
  cableTarget,
  publishSampleOf,
  targetApplicationName,
} from './cable-targets';
import { CableWorld } from './cable-world';
import { openFileLimit } from './open-file-limit';

/*
 * `npm run bench cable [SCENARIO…]` loads the web process with thousands of clients of /cable. A bare `ws` server, and
 * anycable-go if it is on the PATH, take turns with it on the same bus. Servers, Postgres and clients share this machine.
 */

const broadcastMs = forMs(4_000);
/** Always 20,000 messages a second, which two cores can still send and receive. */
const broadcastSizes = [
  { clients: 1_000, perSecond: 20, rounds: times(5) },
  { clients: 2_000, perSecond: 10, rounds: 3 },
  { clients: 5_000, perSecond: 4, rounds: 2 },
];
const stormClients = times(5_000, 500);
const stormCpuMs = 10_000;
const watchersPerStream = 5;
const loadMs = 10_000;
const statusChanges = 60;
const connectTimeoutMs = 60_000;

const world = await CableWorld.start();
const crowd = new CableCrowd();
const cable = await cableTarget();
const bare = await bareTarget();
const anycable = await anycableTarget();
const targets = [cable, bare, ...(anycable ? [anycable] : [])];
const [streamId = ''] = world.streamIds;

const row = (...cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);
function head(title: string, ...cells: string[]): void {
  console.log(`\n${title}\n`);
  row(...cells);
  row(...cells.map(() => '---'));
}

/** Client number `index`, with one of the users' tokens. */
const planFor = (target: CableTarget, streamIds: (index: number) => string[]) => (index: number) => ({
  url: target.url(world.tokens[index % world.tokens.length] ?? ''),
  identifiers: streamIds(index).map((id) => target.identifier(id)),
});

/** Does `work` 1, 2, 3… times at even distances, whether or not the last is done. */
async function atRate(perSecond: number, durationMs: number, work: () => Promise<void>): Promise<number> {
  const startMs = performance.now();
  const running: Promise<void>[] = [];
  for (let count = 0; (count * 1000) / perSecond < durationMs; count++) {
    await sleep(Math.max(0, startMs + (count * 1000) / perSecond - performance.now()));
    running.push(work());
  }
  await Promise.all(running);
  return running.length;
}

async function benchBroadcast(): Promise<void> {
  head(
    'Broadcast to everybody',
    ...[
      'clients',
      'a second',
      'server',
      'p50 ms',
      'p99 ms, worst round',
      'worst ms',
      'received',
      'server cores',
      'p99 / bare',
    ],
  );
  for (const target of targets) await target.start();
  for (const { clients, perSecond, rounds } of eachOf(broadcastSizes)) {
    const rows = new Map(
      targets.map((target) => [target, { ages: [] as Float64Array[], sent: 0, cores: [] as number[] }]),
    );
    for (let round = 0; round < rounds; round++) {
      for (const target of targets) {
        await crowd.connect(
          clients,
          planFor(target, () => [streamId]),
        );
        await atRate(perSecond, 1_000, () => target.broadcast(streamId)); // the code gets warm, unmeasured
        await sleep(500);
        await crowd.report();
        const [sent, [usage]] = await Promise.all([
          atRate(perSecond, broadcastMs, () => target.broadcast(streamId)),
          measureUsage([target.pid], broadcastMs),
        ]);
        await sleep(500);
        const result = rows.get(target);
        result?.ages.push((await crowd.report()).agesMs);
        result?.cores.push(usage?.cores ?? Number.NaN);
        if (result) result.sent += sent * clients;
        await crowd.disconnect();
      }
    }
    const p99s = (ages: Float64Array[]) => ages.map((of) => quantile([...of], 0.99));
    const bare99s = p99s(rows.get(bare)?.ages ?? []);
    for (const [target, { ages, sent, cores }] of rows) {
      const all = ages.flatMap((of) => [...of]);
      const times = [quantile(all, 0.5), Math.max(...p99s(ages)), quantile(all, 1)].map((ms) => ms.toFixed(1));
      const share = `${((100 * all.length) / sent).toFixed(2)} %`;
      // Round by round, so that what else the machine does falls on both.
      const ratios = p99s(ages).map((ms, round) => ms / (bare99s[round] ?? Number.NaN));
      const [usage, ratio] = [quantile(cores, 0.5), quantile(ratios, 0.5)].map((figure) => figure.toFixed(2));
      row(clients, perSecond, target.name, ...times, share, usage ?? '', ratio ?? '');
    }
  }
  for (const target of targets) await target.stop();
}

/** In KiB, after the server has come to rest. */
async function restingKib(target: CableTarget): Promise<number> {
  await sleep(5_000);
  const [usage] = await measureUsage([target.pid], 500);
  return (usage?.rssMb ?? Number.NaN) * 1000;
}

async function benchMemory(): Promise<void> {
  head('Memory at rest, KiB of RSS', 'server', '1,000 clients', '2,000 clients', 'a client', 'a further subscription');
  const moreSubscriptions = 10;
  const subscribed = (count: number) => () => world.streamIds.slice(0, count);
  for (const target of targets) {
    await target.start();
    await crowd.connect(1_000, planFor(target, subscribed(1)));
    const thousand = await restingKib(target);
    await crowd.connect(1_000, planFor(target, subscribed(1)));
    const two = await restingKib(target);
    await crowd.disconnect();
    await target.stop();
    await target.start();
    await crowd.connect(1_000, planFor(target, subscribed(1)));
    const few = await restingKib(target);
    await crowd.connect(1_000, planFor(target, subscribed(1 + moreSubscriptions)));
    const many = await restingKib(target);
    await crowd.disconnect();
    await target.stop();
    const perClient = (two - thousand) / 1_000;
    const perSubscription = ((many - few) / 1_000 - perClient) / moreSubscriptions;
    row(target.name, Math.round(thousand), Math.round(two), perClient.toFixed(1), perSubscription.toFixed(2));
  }
}

async function benchStorm(): Promise<void> {
  head(
    'Reconnect storm after a restart of the server',
    'clients',
    'all back after s',
    'CPU seconds of web',
    'rejected',
    'why',
  );
  await cable.start();
  await crowd.connect(
    stormClients,
    planFor(cable, () => [streamId]),
  );
  await cable.stop();
  await cable.start();
  const startMs = performance.now();
  const [[usage], seconds] = await Promise.all([
    measureUsage([cable.pid], stormCpuMs),
    crowd.untilSubscribed(stormClients, connectTimeoutMs).then(() => (performance.now() - startMs) / 1000),
  ]);
  const { rejections, reasons } = await crowd.report();
  const cpuSeconds = ((usage?.cores ?? Number.NaN) * stormCpuMs) / 1000;
  row(stormClients, seconds.toFixed(1), cpuSeconds.toFixed(1), rejections, reasons.join(', '));
  await crowd.disconnect();
  await cable.stop();
}

/** How many of the server's connections have asked Postgres anything since then, apart from the bus's sign of life. */
async function countAsking(since: Date): Promise<number> {
  const [found] = await db().$queryRaw<{ count: bigint }[]>`
    SELECT count(*) FROM pg_stat_activity
    WHERE application_name = ${targetApplicationName} AND query_start > ${since} AND query <> 'SELECT 1'`;
  return Number(found?.count);
}

async function benchLoad(): Promise<void> {
  const streams = world.streamIds.length;
  head(
    `${streams} live streams, one sample a second each, ${watchersPerStream} watchers each`,
    ...['web cores', 'web MB', 'p50 ms', 'p99 ms', 'received', 'connections that asked Postgres'],
  );
  await cable.start();
  await crowd.connect(
    streams * watchersPerStream,
    planFor(cable, (index) => [world.streamIds[index % streams] ?? '']),
  );
  await sleep(2_000);
  await crowd.report();
  const since = new Date();
  const [sent, [usage]] = await Promise.all([
    atRate(1, loadMs, () => publishSampleOf(world.streamIds)),
    measureUsage([cable.pid], loadMs),
  ]);
  await sleep(500);
  const agesMs = [...(await crowd.report()).agesMs];
  row(
    usage?.cores.toFixed(3) ?? '',
    Math.round(usage?.rssMb ?? Number.NaN),
    ...[quantile(agesMs, 0.5), quantile(agesMs, 0.99)].map((ms) => ms.toFixed(1)),
    `${((100 * agesMs.length) / (sent * streams * watchersPerStream)).toFixed(2)} %`,
    await countAsking(since),
  );
  await benchStatus();
  await crowd.disconnect();
  await cable.stop();
}

/** Under the load of the samples: from before this process's transaction to the message at the client. */
async function benchStatus(): Promise<void> {
  head('A change of status by another process, under that load', 'changes', 'p50 ms', 'p95 ms', 'worst ms');
  const socket = new WebSocket(cable.url(world.tokens[0] ?? ''), 'actioncable-v1-json');
  const identifier = JSON.stringify({ channel: 'StreamStatusChannel', stream_id: streamId });
  let onStatus: (status: string) => void = () => undefined;
  const untilStatus = (wanted: string) =>
    new Promise<void>((resolve) => {
      onStatus = (status) => status === wanted && resolve();
    });
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data));
    if (frame.type === 'welcome') socket.send(JSON.stringify({ command: 'subscribe', identifier }));
    else if (frame.message?.status) onStatus(frame.message.status);
  });
  await untilStatus('idle');
  const load = atRate(1, statusChanges * 200, () => publishSampleOf(world.streamIds));
  const agesMs: number[] = [];
  const cycle = [
    ['start_requested', 'provisioning'],
    ['stop_requested', 'stopping'],
    ['worker_stopped', 'stopped'],
  ] as const;
  for (let change = 0; change < statusChanges; change++) {
    const [event, status] = cycle[change % cycle.length] ?? cycle[0];
    const arrived = untilStatus(status);
    const startMs = performance.now();
    await Promise.all([applyStreamTransition(streamId, event, { where: {} }), arrived]);
    agesMs.push(performance.now() - startMs);
    await sleep(100 + Math.random() * 100);
  }
  await load;
  socket.terminate();
  row(statusChanges, ...[0.5, 0.95, 1].map((q) => quantile(agesMs, q).toFixed(1)));
}

const scenarios = { broadcast: benchBroadcast, memory: benchMemory, storm: benchStorm, load: benchLoad };
const wanted = process.argv.slice(2);
try {
  const filesNeeded = stormClients + 500;
  if (openFileLimit() < filesNeeded) {
    throw new Error(`${filesNeeded} open files are needed, ${openFileLimit()} allowed: ulimit -n ${filesNeeded}`);
  }
  for (const [name, bench] of Object.entries(scenarios)) {
    if (wanted.length === 0 || wanted.includes(name)) await bench();
  }
  console.log(`\nload of the machine at the end: ${loadavg()[0]?.toFixed(1)}`);
} finally {
  crowd.stop();
  for (const target of targets) await target.stop();
  await world.stop();
}
