import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { callRaw, type RawCaller } from '../../support/attacks/srt/raw-caller';
import { type Ffmpeg, ffmpeg, rawReceiver, stopFfmpegs } from '../../support/camera/ffmpeg';
import { forwardTo, openRouter, type TestRouter } from '../../support/gateway/router';
import { outputProcess } from '../../support/product/processes';
import { SeededRandom } from '../../support/random';
import { until } from '../../support/until';
import { startEncoder, startWorker, type WorkerProcess } from '../../support/worker/worker-process';

/* A real camera, two real players, and one that sends what no player may. */

let worker: WorkerProcess;
let view: TestRouter;
let ingest: TestRouter;
let players: Ffmpeg[];
let hostile: RawCaller | undefined;

beforeEach(async () => {
  worker = await startWorker();
  await worker.untilReport(({ ready }) => ready, 'ready');
  const { host, inputPort, outputPort } = worker.spec.address;
  ingest = await openRouter('ingest', () => forwardTo(inputPort, 'stream', host));
  view = await openRouter('view', () => forwardTo(outputPort, 'stream', host));
});

afterEach(async () => {
  hostile?.close();
  hostile = undefined;
  stopFfmpegs();
  await Promise.all([view.router.close(), ingest.router.close()]);
  await worker.stop();
});

afterAll(() => stopFfmpegs());

/** The longest time in which a player got nothing, in milliseconds. */
function watchGap(player: Ffmpeg): () => number {
  let [longestMs, lastMs] = [0, performance.now()];
  player.child.stdout?.on('data', () => {
    longestMs = Math.max(longestMs, performance.now() - lastMs);
    lastMs = performance.now();
  });
  return () => Math.max(longestMs, performance.now() - lastMs);
}

/** A player that sees the camera. It calls again where it is refused, as on a machine too busy to start the output. */
async function watch(): Promise<Ffmpeg> {
  const call = () => ffmpeg(rawReceiver(`${view.address()}&latency=120000`));
  let player = call();
  const isWatching = () => {
    if (player.child.exitCode !== null) player = call();
    return player.output().length > 20_000;
  };
  await until('the player is watching', isWatching, { timeoutMs: 20_000 }).catch((cause: unknown) => {
    throw new Error(`${String(cause)}; ${player.log()}; the worker said:\n${worker.log()}`, { cause });
  });
  return player;
}

async function watchCamera(): Promise<void> {
  startEncoder(worker, '640x360', ingest.address());
  await worker.untilReport(({ signal }) => signal === 'live', 'live');
  players = await Promise.all([watch(), watch()]);
  const called = await callRaw({ host: '127.0.0.1', port: view.router.port, streamId: 'key', timeoutMs: 10_000 });
  hostile = called;
  await until('data arrives at the hostile player', () => called.received.some(isData), { timeoutMs: 10_000 });
}

const isData = (datagram: Buffer): boolean => ((datagram[0] ?? 0) & 0x80) === 0;

function ack(sequenceNumber: number): Buffer {
  const datagram = Buffer.alloc(44);
  datagram.writeUInt16BE(0x8002, 0);
  datagram.writeUInt32BE(1, 4);
  datagram.writeUInt32BE(sequenceNumber & 0x7fff_ffff, 16);
  datagram.writeUInt32BE(20_000, 20);
  datagram.writeUInt32BE(8_192, 28);
  return datagram;
}

test.each<[string, (latest: number, random: SeededRandom) => Buffer]>([
  ['ACKs of packets that were never sent', (latest, random) => ack(latest + 2 + random.integer(2 ** 30 - 10))],
  [
    'damaged control packets of all kinds',
    (_, random) => {
      const datagram = random.bytes(16 + 4 * random.integer(40));
      datagram.writeUInt16BE(0x8000 | (1 + random.integer(8)), 0);
      return datagram;
    },
  ],
])('%s hold up neither the camera nor other players', async (_, make) => {
  await watchCamera();
  const gaps = players.map(watchGap);
  const reportCount = worker.reports.length;
  const random = new SeededRandom(11);
  for (let count = 0; count < 300; count++) {
    const latest = hostile?.received.findLast(isData)?.readUInt32BE(0) ?? 0;
    hostile?.send(make(latest, random));
    await sleep(10);
  }
  await sleep(1_000);
  for (const gapMs of gaps) expect(gapMs(), worker.log().slice(-3_000)).toBeLessThan(1_000);
  expect(worker.child.signalCode).toBeNull();
  expect(worker.signals()).toEqual(['none', 'connecting', 'live']);
  const samples = worker.reports.slice(reportCount).flatMap(({ sample }) => sample ?? []);
  expect(samples.length).toBeGreaterThan(1);
  for (const { fps } of samples) expect(fps).toBeGreaterThan(15);
});

test.each([0x0100_0000, 0x3800_0000, 0x7fff_ffff])(
  'a camera that announces a flow window of %i packets costs no memory',
  async (flowWindow) => {
    const readMb = async () =>
      Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${worker.child.pid}/status`, 'utf8'))?.[1]) / 1024;
    const before = await readMb();
    hostile = await callRaw({ host: '127.0.0.1', port: ingest.router.port, streamId: 'key', flowWindow });
    await worker.untilReport(({ connectCount }) => connectCount === 1, 'the camera');
    expect(await readMb()).toBeLessThan(before + 60);
  },
);

test('the process that serves players crashes: camera and worker go on, and players can call again', async () => {
  await watchCamera();
  process.kill(outputProcess(worker.child.pid ?? 0, 'sightline-srt-output'), 'SIGSEGV');
  await until(
    'the players have ended',
    () => view.router.health.connections === 0 || players.every(({ child }) => child.exitCode !== null),
    { timeoutMs: 20_000 },
  );
  await watch();
  expect(worker.signals()).toEqual(['none', 'connecting', 'live']);
});
