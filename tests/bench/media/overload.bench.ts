import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Recording } from '../../support/camera/recorded-camera';
import { childOf, descendants, outputProcess, untilGone, workersOfStream } from '../../support/product/processes';
import { RoomViewer } from '../../support/room/room-viewer';
import { until } from '../../support/until';
import { eachOf, forMs, times } from '../support/glance';
import { Show } from '../support/show';
import { head, load, row } from '../support/table';
import { favour } from './overload/favour';
import { type RecordedLoss, readRecordedLoss } from './overload/recorded-loss';
import { SteadyCamera } from './overload/steady-camera';

/*
 * `npm run bench overload [spinners] [kill] [hang] [SECONDS] [PART…]`: four cameras are recorded and watched. Beside them programs
 * that never rest take the processors, for five minutes or so many seconds. Then each part of the product hangs for 30
 * seconds, and is killed. It prints what that has cost.
 */

const cameraCount = times(4, 2);
const video = { width: 640, height: 360, fps: 30, bitrateKbps: 800, gopSeconds: 1 };
/** As long as an encoder can send again: set by who has to get everything through. */
const latencyMs = 4_000;
const spinnersPerCore = times(30, 1);
const hangMs = forMs(30_000, 2_000);
const settleMs = forMs(10_000, 4_000);

type Way = 'kill' | 'hang';

interface Part {
  name: string;
  /** Its processes; of the last camera where each camera has one. */
  pids(show: Show, streamId: string): number[];
  /** It is of the last camera alone. */
  isOfOneCamera?: boolean;
}

const allInOne = (show: Show): number => show.readPids()['all-in-one'];

const parts: Part[] = [
  { name: 'web', pids: (show) => [show.webPid] },
  { name: 'exporter', pids: (show) => [childOf(allInOne(show), 'exporter.mjs')] },
  { name: 'LiveKit', pids: (show) => [show.livekitPid] },
  { name: 'Postgres', pids: (show) => withChildren(show.postgresPid) },
  { name: 'worker', pids: (_, streamId) => workersOfStream(streamId).slice(0, 1), isOfOneCamera: true },
  {
    name: 'recorder',
    pids: (_, streamId) => workersOfStream(streamId).map((pid) => outputProcess(pid, 'sightline-recorder')),
    isOfOneCamera: true,
  },
  { name: 'gateway, with its uploads', pids: (show) => [show.gatewayPid] },
  {
    name: 'all',
    pids: (show) => [...new Set([allInOne(show), ...show.workerPids()].flatMap(withChildren))],
  },
];

/** Also of workers that a gateway has adopted. */
const recorderPids = (show: Show): number[] =>
  show
    .workerPids()
    .flatMap(descendants)
    .filter(({ command }) => command.startsWith('sightline-recorder'))
    .map(({ pid }) => pid);

const withChildren = (pid: number): number[] => [pid, ...descendants(pid).map((child) => child.pid)];

interface World {
  show: Show;
  cameras: SteadyCamera[];
  streamIds: string[];
  folder: string;
  /** Those that are measured already. */
  recordingIds: Set<string>;
}

/** Runs `disturb` while all cameras are recorded, and prints a row of what was lost. */
async function measure(world: World, cells: string[], disturb: () => Promise<void>, isOfOneCamera = false) {
  const { show, cameras, folder } = world;
  await show.record();
  await until('all recorders run', () => recorderPids(show).length === cameraCount, { timeoutMs: 60_000 });
  await sleep(forMs(3_000, 1_000));
  const cutsBefore = cameras.map(({ cutCount }) => cutCount);
  const logFrom = show.product.output().length;
  await disturb();
  await sleep(settleMs);
  const streams = await show.listStreams();
  const liveCount = streams.filter(({ attributes }) => attributes.signal === 'live').length;
  const joinMs = await measureJoin(show);
  // Packets are on their way for as long as the SRT latency.
  await sleep(forMs(latencyMs, 1_000));
  const ids = (await show.stopRecording()).filter((id) => !world.recordingIds.has(id));
  await until('the recorders have ended', () => recorderPids(show).length === 0, { timeoutMs: 60_000 });
  const lines = show.product.output().slice(logFrom).split('\n');
  const lostWorkers = lines.filter((line) => line.includes('"workers: lost"')).length;
  const warnings = lines.filter((line) => /"level":"?(?:warn|40|error|50)/.test(line)).length;
  const losses: RecordedLoss[] = [];
  for (const id of ids) {
    world.recordingIds.add(id);
    losses.push(await readRecordedLoss(path.join(folder, id), video.fps));
  }
  const cuts = cameras.map(({ cutCount }, index) => cutCount - (cutsBefore[index] ?? 0));
  // Listed in no order of the cameras: the worst one is of the camera whose part it was.
  const sorted = losses.toSorted((a, b) => a.frames - b.frames);
  const own = isOfOneCamera ? sorted.splice(-1) : [];
  const sum = (of: RecordedLoss[]) => `${total(of, ({ frames }) => frames)} / ${total(of, ({ breaks }) => breaks)}`;
  row(
    ...cells,
    lostWorkers,
    cuts.reduce((all, count) => all + count, 0),
    sum(sorted),
    own.length > 0 ? sum(own) : '',
    Math.min(...losses.map(({ seconds }) => seconds)).toFixed(0),
    `${liveCount} of ${cameraCount}`,
    (joinMs / 1_000).toFixed(1),
    warnings,
    load(),
  );
}

const total = <Item>(items: Item[], pick: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + pick(item), 0);

/** Joins as a viewer. @returns how long it took until all cameras' frames had come */
async function measureJoin(show: Show): Promise<number> {
  const startMs = performance.now();
  const seen = new Set<number>();
  const viewer = await RoomViewer.join(await show.readRoom(), {
    onRtp: (kind, packet) => kind === 'video' && seen.add(packet.header.ssrc),
  });
  try {
    await until('a viewer sees all cameras', () => seen.size >= cameraCount, { timeoutMs: 60_000 });
    return performance.now() - startMs;
  } finally {
    await viewer.close();
  }
}

/** Programs that take a processor each, and end by themselves where this one is killed. */
async function spinFor(ms: number): Promise<void> {
  const seconds = Math.ceil(ms / 1_000);
  const spinners = Array.from({ length: spinnersPerCore * availableParallelism() }, () =>
    // Each in a session of its own, as programs of others are.
    spawn('timeout', [String(seconds), 'sh', '-c', 'while :; do :; done'], { stdio: 'ignore', detached: true }),
  );
  await Promise.all(spinners.map((spinner) => new Promise((resolve) => spinner.once('close', resolve))));
}

async function breakPart({ show, streamIds }: World, { name, pids }: Part, way: Way): Promise<void> {
  const victims = pids(show, streamIds.at(-1) ?? '');
  for (const pid of victims) signal(pid, way === 'kill' ? 'SIGKILL' : 'SIGSTOP');
  if (way === 'kill' && name === 'all') await untilGone(victims, 10_000).then(() => show.startAgain());
  if (way === 'kill') return;
  await sleep(hangMs);
  for (const pid of victims) signal(pid, 'SIGCONT');
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

const columns = [
  'workers lost',
  'encoders cut off',
  'frames lost / breaks, other cameras',
  'its own camera',
  'recorded s',
  'live 10 s after',
  'all seen by a new viewer after s',
  'warnings',
  'load',
];

const asked = process.argv.slice(2);
const seconds = Number(asked.find((argument) => /^\d+$/.test(argument)) ?? 300);
const ways = ['spinners', 'kill', 'hang'];
const isAsked = (name: string) => !ways.some((way) => asked.includes(way)) || asked.includes(name);

favour(process.pid);
const folder = await mkdtemp(path.join(tmpdir(), 'sightline-bench-overload-'));
const recording = await Recording.make(video);
const show = await Show.start({ RECORDINGS_DIR: folder, LOG_LEVEL: 'info' });
const cameras: SteadyCamera[] = [];
try {
  const urls = await show.addCameras(cameraCount);
  const streamIds = (await show.listStreams()).map(({ id }) => id);
  cameras.push(...urls.map((url) => new SteadyCamera(recording.file, url, latencyMs)));
  await show.untilLive();
  const world = { show, cameras, streamIds, folder, recordingIds: new Set<string>() };
  const watcher = await RoomViewer.join(await show.readRoom(), { onRtp: () => undefined });
  head('what happened', 'how', ...columns);
  await measure(world, ['nothing', ''], () => sleep(forMs(5_000, 1_000)));
  if (isAsked('spinners'))
    await measure(world, [`${spinnersPerCore} × the cores busy`, `${seconds} s`], () =>
      spinFor(forMs(seconds * 1_000, 3_000)),
    );
  await watcher.close();
  for (const way of ['hang', 'kill'] as const) {
    const asking = parts.filter(({ name }) => asked.includes(name));
    for (const part of isAsked(way) ? eachOf(asking.length > 0 ? asking : parts) : []) {
      await measure(world, [part.name, way], () => breakPart(world, part, way), part.isOfOneCamera);
    }
  }
} finally {
  for (const camera of cameras) camera.stop();
  await show.stop();
  await Promise.all([recording.remove(), rm(folder, { recursive: true, force: true })]);
}
