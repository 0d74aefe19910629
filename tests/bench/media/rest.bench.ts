import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBarcodeCamera } from '../../support/camera/barcode-camera';
import { descendants } from '../../support/product/processes';
import { forMs, ofCamera, times } from '../support/glance';
import { measureUsage } from '../support/process-usage';
import { Show } from '../support/show';
import { head, load, row } from '../support/table';

/*
 * `npm run bench rest [CAMERAS]` measures the product while nobody uses it. Then it measures each of several streams
 * (four by default), without a camera and with an unwatched one. Memory is proportional (PSS): shared pages are divided
 * among their processes.
 */

/** Until garbage is collected that starting has left. */
const settleMs = forMs(40_000);
const measureMs = forMs(30_000);
const camera = ofCamera({ width: 1920, height: 1080, bitrateKbps: 4_000, isTextured: true, hasAudio: false });

const [cameraCount = times(4)] = process.argv.slice(2).map(Number);
const show = await Show.start();

/** A program and all processes below it that are no program of their own. */
async function measureProgram(pid: number, others: number[]) {
  const foreign = new Set(others.flatMap((other) => [other, ...pidsBelow(other)]));
  const below = pidsBelow(pid).filter((other) => !foreign.has(other));
  const usages = (await Promise.all([measureUsage([pid], measureMs), ...below.map(measureUnlessEnded)])).flat();
  const sum = (pick: (usage: (typeof usages)[number]) => number) =>
    usages.reduce((total, usage) => total + pick(usage), 0);
  return { pssMb: sum(({ pssMb }) => pssMb), cores: sum(({ cores }) => cores) };
}

const pidsBelow = (program: number): number[] => descendants(program).map(({ pid }) => pid);

/** Nothing of one that ends meanwhile, as a connection to Postgres does that nobody has used for long. */
const measureUnlessEnded = (pid: number) =>
  measureUsage([pid], measureMs).catch((error: unknown) => {
    if (existsSync(`/proc/${pid}`)) throw error;
    return [];
  });

async function benchPrograms(): Promise<void> {
  head('program at rest', 'MB', 'cores', 'load');
  const pids = show.readPids();
  const spare = pidsBelow(pids.gateway);
  const all = Object.assign({}, pids, spare[0] === undefined ? {} : { 'spare worker': spare[0] });
  const measured = await Promise.all(
    Object.entries(all).map(async ([name, pid]) => {
      const others = Object.values(all).filter((other) => other !== pid);
      return { name, usage: await measureProgram(pid, name === 'all-in-one' ? others : spare) };
    }),
  );
  for (const { name, usage } of measured) row(name, usage.pssMb.toFixed(0), usage.cores.toFixed(4), load());
  const sum = (pick: (usage: (typeof measured)[number]['usage']) => number) =>
    measured.reduce((total, { usage }) => total + pick(usage), 0);
  row('all', sum(({ pssMb }) => pssMb).toFixed(0), sum(({ cores }) => cores).toFixed(4), load());
}

async function benchWorkers(what: string): Promise<void> {
  await sleep(settleMs);
  const usages = await measureUsage(show.workerPids(), measureMs);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  row(
    what,
    mean(usages.map(({ pssMb }) => pssMb)).toFixed(0),
    mean(usages.map(({ cores }) => cores)).toFixed(4),
    load(),
  );
}

try {
  await sleep(settleMs);
  await benchPrograms();
  console.log('');
  head(`a worker, of ${cameraCount}`, 'MB', 'cores', 'load');
  const urls = await show.addCameras(cameraCount);
  await benchWorkers('without a camera');
  const encoder = startBarcodeCamera(Object.assign({ urls }, camera));
  await show.untilLive();
  await benchWorkers('1080p, nobody watches');
  encoder.stop();
} finally {
  await show.stop();
}
