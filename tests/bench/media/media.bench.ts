import { setTimeout as sleep } from 'node:timers/promises';
import { VideoQuality } from '@livekit/protocol';
import { introductionMs } from '@/server/worker/outputs/room/publish/low-layer-state';
import { type BarcodeCameraOptions, startBarcodeCamera } from '../../support/camera/barcode-camera';
import { RoomDecoder } from '../../support/room/room-decoder';
import { RoomViewer } from '../../support/room/room-viewer';
import { eachOf, forMs, times } from '../support/glance';
import { measureUsage } from '../support/process-usage';
import { quantile } from '../support/quantile';
import { Show } from '../support/show';
import { head, load, row } from '../support/table';
import { measureBondedLoad } from './bonded-load';
import { measureDestinations } from './measure-destinations';
import { type Apart, measureInStep } from './measure-in-step';
import { measureLineUps } from './measure-line-ups';
import { measureProgram } from './measure-program';
import { measureReplay } from './measure-replay';
import { measureSources } from './measure-sources';
import { measureSpare } from './measure-spare';
import { measureRouterLoad } from './router-load';

/*
 * `npm run bench media [PART] [NUMBER]` runs one part, or the first five. Cameras, product and viewer share this machine.
 * `modes` measures a camera's cost in each mode, and `router` the number of cameras at which the router adds 5 ms. `bonded`
 * compares ten SRTLA groups of three links with plain SRT, and `destinations` five of one camera with one. `soak MINUTES` runs
 * eight cameras, for 1.5 minutes by default, and looks for growth.
 *
 * The others run only where they are named. `lineups` counts the faults that 51 line-ups find and invent. `in-step MINUTES`
 * keeps the players of four cameras in step. `program` cuts between cameras, in both forms. `replay` cues and plays a clip
 * twenty times. `sources ROUNDS` compares SRT, RTMP and RTSP. `spare SECONDS` loses a camera twenty times, whose spare waits so
 * long.
 */

interface Mode {
  name: string;
  /** The layer that is watched. Null: none. */
  watched: VideoQuality | null;
  /** Null: the stream is on, and nothing comes. */
  camera: Omit<BarcodeCameraOptions, 'urls'> | null;
}

const camera720 = { width: 1280, height: 720, bitrateKbps: 2_000, isTextured: true, hasAudio: false };
const camera1080 = { width: 1920, height: 1080, bitrateKbps: 4_000, isTextured: true, hasAudio: false };

const modes: Mode[] = [
  { name: 'no camera', watched: null, camera: null },
  { name: '1080p, passthrough, nobody watches', watched: null, camera: camera1080 },
  { name: '1080p, passthrough, watched large by one', watched: VideoQuality.HIGH, camera: camera1080 },
  { name: '1080p, only the low layer watched', watched: VideoQuality.LOW, camera: camera1080 },
  { name: '1080p with audio, nobody watches', watched: null, camera: { ...camera1080, hasAudio: true } },
  {
    name: '720p with B-frames, transcoded, watched',
    watched: VideoQuality.HIGH,
    camera: { ...camera720, hasBFrames: true },
  },
  {
    name: '1080p with B-frames, transcoded, watched',
    watched: VideoQuality.HIGH,
    camera: { ...camera1080, hasBFrames: true },
  },
];

/** After 5 s of one viewer of the source layer the low one is made no longer; see low-layer-state.ts. */
const settleMs = forMs(12_000);
const measureMs = forMs(12_000);

async function benchModes(show: Show): Promise<void> {
  head('mode', 'worker, cores', 'worker MB', 'its own MB', 'gateway, cores', 'LiveKit, cores', 'load');
  for (const { name, watched, camera } of eachOf(modes)) {
    const urls = await show.addCameras(1);
    const encoder = camera && startBarcodeCamera({ ...camera, urls });
    if (encoder) await show.untilLive();
    const viewer =
      watched === null
        ? undefined
        : await RoomViewer.join({ ...(await show.readRoom()), quality: watched }, { onRtp: () => undefined });
    await sleep(watched === null ? settleMs + forMs(introductionMs) : settleMs);
    const [worker, gateway, livekit] = await measureUsage(
      [...show.workerPids(), show.gatewayPid, show.livekitPid],
      measureMs,
    );
    row(
      name,
      worker?.cores.toFixed(3) ?? '',
      worker?.rssMb.toFixed(0) ?? '',
      worker?.pssMb.toFixed(0) ?? '',
      gateway?.cores.toFixed(3) ?? '',
      livekit?.cores.toFixed(3) ?? '',
      load(),
    );
    await viewer?.close();
    encoder?.stop();
    await show.removeCameras();
  }
}

const tooMuchMs = 5;
const cameraCounts = [1, 4, 16, 32, 64, 100, 150, 190, 200, 250];
/** Below, the simulated cameras are what does not keep up. */
const fullyOffered = 0.95;

async function benchRouter(): Promise<void> {
  console.log('');
  head(
    ...['cameras of 4 Mbit/s', 'router, cores', 'cores per camera', 'added p50 ms', 'added p95 ms', 'lost', 'offered'],
    'load',
  );
  for (const cameras of eachOf(cameraCounts)) {
    const { cores, addedP50Ms, addedP95Ms, lostShare, offeredShare } = await measureRouterLoad(cameras);
    row(
      cameras,
      cores.toFixed(3),
      (cores / cameras).toFixed(4),
      addedP50Ms.toFixed(2),
      addedP95Ms.toFixed(2),
      `${(100 * lostShare).toFixed(2)} %`,
      `${(100 * offeredShare).toFixed(0)} %`,
      load(),
    );
    if (addedP95Ms > tooMuchMs || offeredShare < fullyOffered) return;
  }
}

const bondedCameras = times(10);
/** Each in turn with the other, because the machine is not always as fast. */
const bondedRounds = times(3);

async function benchBonded(): Promise<void> {
  console.log('');
  head(`${bondedCameras} cameras of 4 Mbit/s`, 'plain SRT, cores', 'SRTLA by 3 links, cores', 'ratio', 'load');
  for (let round = 1; round <= bondedRounds; round++) {
    const plain = await measureBondedLoad(bondedCameras, 0);
    const bonded = await measureBondedLoad(bondedCameras, 3);
    row(round, plain.toFixed(3), bonded.toFixed(3), (bonded / plain).toFixed(2), load());
  }
}

async function benchDestinations(): Promise<void> {
  console.log('');
  head('destinations of a camera of 6 Mbit/s, by RTMP', 'cores', 'MB', 'its own MB', 'frames/s at each', 'load');
  for (const count of eachOf([1, 5])) {
    const { usage, minFps } = await measureDestinations(count);
    const { cores = 0, rssMb = 0, pssMb = 0 } = usage ?? {};
    row(count, cores.toFixed(3), rssMb.toFixed(0), pssMb.toFixed(0), minFps.toFixed(1), load());
  }
}

const soakCameras = times(8);
const soakRows = times(6);

async function benchSoak(show: Show, minutes: number): Promise<void> {
  const small = { width: 640, height: 360, bitrateKbps: 800, hasAudio: true };
  const encoders = (await show.addCameras(soakCameras)).map((url) => startBarcodeCamera({ ...small, urls: [url] }));
  const decoders = new Map<number, RoomDecoder>();
  const agesMs: number[] = [];
  try {
    await show.untilLive();
    const viewer = await RoomViewer.join(await show.readRoom(), {
      onRtp(kind, packet) {
        if (kind !== 'video') return;
        const { ssrc } = packet.header;
        const onFrame = ({ ageMs }: { ageMs: number | null }) => ageMs !== null && agesMs.push(ageMs);
        const decoder = decoders.get(ssrc) ?? new RoomDecoder({ onFrame });
        decoders.set(ssrc, decoder);
        decoder.push(kind, packet);
      },
    });
    await sleep(settleMs);
    console.log('');
    head(
      `${soakCameras} cameras, minute`,
      'frames/s',
      'p50 ms',
      'p95 ms',
      'workers MB',
      'gateway MB',
      'LiveKit MB',
      'load',
    );
    for (let index = 1; index <= soakRows; index++) {
      agesMs.length = 0;
      const durationMs = forMs((minutes * 60_000) / soakRows);
      const [gateway, livekit, ...workers] = await measureUsage(
        [show.gatewayPid, show.livekitPid, ...show.workerPids()],
        durationMs,
      );
      row(
        ((minutes * index) / soakRows).toFixed(1),
        (agesMs.length / (durationMs / 1000)).toFixed(0),
        quantile(agesMs, 0.5).toFixed(0),
        quantile(agesMs, 0.95).toFixed(0),
        (workers.reduce((sum, { rssMb }) => sum + rssMb, 0) / workers.length).toFixed(1),
        gateway?.rssMb.toFixed(1) ?? '',
        livekit?.rssMb.toFixed(1) ?? '',
        load(),
      );
    }
    await viewer.close();
  } finally {
    for (const encoder of encoders) encoder.stop();
    for (const decoder of decoders.values()) decoder.close();
    await show.removeCameras();
  }
}

async function benchInStep(minutes: number): Promise<void> {
  const seconds = await measureInStep(minutes);
  head(`four cameras apart, by second (${seconds.length} s)`, 'p50 ms', 'p95 ms', 'worst ms', 'load');
  for (const [name, of] of [
    ['by timestamps and time code', ({ clockMs }) => clockMs],
    ['by arrival', ({ arrivalMs }) => arrivalMs],
  ] satisfies [string, (apart: Apart) => number][]) {
    const [p50, p95, worst] = [0.5, 0.95, 1].map((share) => quantile(seconds.map(of), share).toFixed(1));
    row(name, p50 ?? '', p95 ?? '', worst ?? '', load());
  }
}

async function benchSpare(afterSeconds: number): Promise<void> {
  const { taken, receiver } = await measureSpare(afterSeconds);
  head(`spare after ${afterSeconds} s`, 'seen by', 'measured', 'p50 ms', 'p95 ms', 'worst ms', 'load');
  for (const cause of ['killed', 'silent'] as const) {
    for (const at of ['receiver', 'page'] as const) {
      const own = taken.filter((one) => one.cause === cause && one.at === at);
      for (const [name, values] of [
        ['last frame to first', own.map(({ gapMs }) => gapMs)],
        ['loss to a frame of after it', own.map(({ liveMs }) => liveMs)],
      ] satisfies [string, number[]][]) {
        const [p50, p95, worst] = [0.5, 0.95, 1].map((share) => quantile(values, share).toFixed(0));
        row(cause, at, name, p50 ?? '', p95 ?? '', worst ?? '', load());
      }
    }
  }
  const { connections, counterGaps, backwards } = receiver;
  console.log(`Receiver: ${connections} connection(s), ${counterGaps} continuity errors, ${backwards} timestamps back`);
}

async function benchSources(rounds: number): Promise<void> {
  head(
    ...['source', 'age p50 ms', 'p95 ms', 'worker, cores', 'gateway, cores', 'On to picture p50 ms', 'worst ms'],
    ...['back after 30 s, ms', 'load'],
  );
  await measureSources(rounds, ({ name, agesMs, workerCores, gatewayCores, startsMs, backMs }) =>
    row(
      name,
      quantile(agesMs, 0.5).toFixed(0),
      quantile(agesMs, 0.95).toFixed(0),
      workerCores.toFixed(3),
      gatewayCores.toFixed(3),
      quantile(startsMs, 0.5).toFixed(0),
      quantile(startsMs, 1).toFixed(0),
      backMs?.toFixed(0) ?? '',
      load(),
    ),
  );
}

const [part, minutes = '1.5'] = process.argv.slice(2);
const isWanted = (name: string) => part === undefined || part === name;
if (isWanted('router')) await benchRouter();
if (isWanted('bonded')) await benchBonded();
if (isWanted('destinations')) await benchDestinations();
if (part === 'program') await measureProgram();
if (part === 'replay') await measureReplay();
if (part === 'sources') await benchSources(Number(process.argv[3] ?? '2'));
if (part === 'spare') await benchSpare(Number(process.argv[3] ?? '0.3'));
if (part === 'in-step') await benchInStep(Number(minutes));
if (isWanted('modes') || isWanted('soak') || part === 'lineups') {
  const show = await Show.start();
  try {
    if (isWanted('modes')) await benchModes(show);
    if (isWanted('soak')) await benchSoak(show, Number(minutes));
    if (part === 'lineups') await measureLineUps(show);
  } finally {
    await show.stop();
  }
}
