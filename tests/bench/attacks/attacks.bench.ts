import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AttackTarget } from '../../support/attacks/attack';
import { startBarcodeCamera } from '../../support/camera/barcode-camera';
import { forMs, verdictCode } from '../support/glance';
import { Show } from '../support/show';
import { head, load, row } from '../support/table';
import { AttackerProcess } from './attacker-process';
import { CameraWatch, type CameraWatchReport } from './camera-watch';
import { HealthProbe } from './health-probe';
import { type ProcessUsages, type Role, readUsages, untilBack } from './process-usages';

/*
 * `npm run bench attacks [NAME…]` runs each attack of tests/support/attacks for 30 s beside another organization's live
 * camera. It compares with the product at rest, and exits with code 1 if an attack breaks something. The attacker runs at
 * the lowest priority, because it shares this machine with everything that is measured.
 */

const attackMs = forMs(30_000, 2_000);
/** Before each attack, so that the machine's other load weighs on both alike. */
const restMs = forMs(15_000, 2_000);
const settleMs = forMs(6_000);
/** Before it is measured: what an attack asks for first loads code and opens pools, which stay. */
const warmUpMs = forMs(12_000);
/** In which memory and descriptors must be back. */
const recoveryMs = forMs(30_000);
/** A frame more or less is lost at rest, too. */
const spareFrames = 2;
const gapLimitMs = 500;
const healthLimitMs = 50;

interface Measurement {
  camera: CameraWatchReport;
  healthP95Ms: number;
  healthFailures: number;
}

const directory = 'tests/support/attacks';
const known = readdirSync(directory, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && file !== 'attack.ts')
  .map((file) => file.slice(0, -'.ts'.length));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !known.some((file) => path.basename(file) === name));
if (unknown.length > 0)
  throw new Error(
    `There is no attack ${unknown.join(', ')}; there are ${known.map((file) => path.basename(file)).join(', ')}.`,
  );

const show = await Show.start();
const attacker = await show.addOrganization('Attacker');
await attacker.addCameras(1);
const picture = { width: 640, height: 360, bitrateKbps: 800 };
const camera = startBarcodeCamera({ urls: await show.addCameras(1), ...picture, hasAudio: false });
const watch = new CameraWatch();
let isBroken = false;

async function measure(during: () => Promise<unknown>): Promise<Measurement> {
  const health = HealthProbe.start(show.baseUrl);
  watch.reset();
  await during();
  const camera = watch.report();
  const { p95Ms, failures } = await health.stop();
  return { camera, healthP95Ms: p95Ms, healthFailures: failures };
}

/**
 * The attacker's stream, switched on again where the last attack has switched it off. Its worker has had a camera: before
 * that it has loaded no codecs, and would be compared with itself without them.
 */
async function readyTarget(): Promise<AttackTarget> {
  const [stream] = await attacker.listStreams();
  if (!stream) throw new Error('the last attack has deleted its own stream');
  await attacker.startStreams([stream.id]);
  await attacker.untilActive([stream.id], 30_000);
  const own = startBarcodeCamera({ urls: [show.ingestAddress(stream.attributes.stream_key)], ...picture });
  await attacker.untilLive();
  own.stop();
  return {
    baseUrl: show.baseUrl,
    ingestPort: Number(show.env.SRT_INGEST_PORT),
    viewPort: Number(show.env.SRT_VIEW_PORT),
    rtmpPort: Number(show.env.RTMP_PORT),
    token: attacker.token,
    streamKey: stream.attributes.stream_key,
  };
}

async function readProcesses(): Promise<ProcessUsages> {
  const [own] = await attacker.listStreams();
  const [victims] = await show.listStreams();
  return readUsages(show, { 'worker of the camera': victims?.id, 'worker of the attacker': own?.id });
}

async function attack(name: string): Promise<void> {
  const [warmUp, process] = [await AttackerProcess.start(name), await AttackerProcess.start(name)];
  if (!warmUp || !process) return; // support code of the others
  warmUp.begin(await readyTarget());
  await sleep(warmUpMs);
  await warmUp.end();

  const target = await readyTarget();
  const rest = await measure(() => sleep(restMs));
  const lostAtRest = rest.camera.lostFrames * (attackMs / restMs);
  const before = await readProcesses();
  let peakMb = 0;
  const { camera, healthP95Ms, healthFailures } = await measure(async () => {
    process.begin(target);
    for (const endMs = performance.now() + attackMs; performance.now() < endMs; await sleep(1_000)) {
      peakMb = Math.max(peakMb, ...Object.values(await readProcesses()).map(({ rssMb }) => rssMb));
    }
  });
  const failure = await process.end();
  const after = await untilBack(before, readProcesses, recoveryMs);

  const broken = [
    failure && `the attack itself failed: ${failure}`,
    ...ended(before, after.usages),
    camera.lostFrames > lostAtRest + spareFrames && `${camera.lostFrames} frames lost`,
    camera.longestGapMs > Math.max(gapLimitMs, rest.camera.longestGapMs * 1.5) && 'a gap',
    healthFailures > 0 && `/healthz failed ${healthFailures} times`,
    healthP95Ms > rest.healthP95Ms + healthLimitMs && '/healthz is slow',
    ...after.notBack.map((what) => `${what} not back`),
  ].filter((what) => typeof what === 'string' && what !== '');
  if (broken.length > 0) isBroken = true;
  row(
    process.title,
    `${lostAtRest}→${camera.lostFrames} of ${camera.frames + camera.lostFrames}`,
    `${rest.camera.longestGapMs.toFixed(0)}→${camera.longestGapMs.toFixed(0)}`,
    `${rest.healthP95Ms.toFixed(0)}→${healthP95Ms.toFixed(0)}`,
    columns(before, after.usages, ({ descriptors }) => descriptors),
    columns(before, after.usages, ({ rssMb }) => Math.round(rssMb)),
    Math.round(peakMb),
    load(),
    broken.length === 0 ? 'holds' : `BROKEN: ${broken.join('; ')}`,
  );
}

/** Programs whose process is another one now. An attacker may end the worker of a stream of its own. */
const ended = (before: ProcessUsages, after: ProcessUsages): string[] =>
  (Object.keys(before) as Role[])
    .filter((role) => role !== 'worker of the attacker' && after[role]?.pid !== before[role]?.pid)
    .map((role) => `${role} ended`);

const columns = (
  before: ProcessUsages,
  after: ProcessUsages,
  pick: (usage: NonNullable<ProcessUsages[Role]>) => number,
): string =>
  (Object.keys(before) as Role[])
    .map((role) => [before[role], after[role]].map((usage) => (usage ? pick(usage) : '-')).join('→'))
    .join(' ');

try {
  await show.untilLive();
  await watch.join(await show.readRoom());
  await sleep(settleMs);
  const roles = Object.keys(await readProcesses()).join(', ');
  console.log(`At rest → under attack; descriptors and MB before → after it, of ${roles}.\n`);
  head('attack', 'frames lost', 'longest gap ms', '/healthz p95 ms', 'descriptors', 'MB', 'peak MB', 'load', 'result');
  const isWanted = (name: string) => wanted.length === 0 || wanted.includes(path.basename(name));
  for (const name of known.filter(isWanted)) await attack(name);
} finally {
  camera.stop();
  await watch.close();
  await show.stop();
}
process.exitCode = verdictCode(isBroken);
