import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBarcodeCamera } from '../../support/camera/barcode-camera';
import { descendants } from '../../support/product/processes';
import { until } from '../../support/until';
import { measureUsage, type ProcessUsage } from '../support/process-usage';
import { Show } from '../support/show';
import { head, load, row } from '../support/table';

/*
 * `npm run bench recording [CAMERAS]`: what recording adds to each of several cameras (four by default) that nobody watches,
 * in its worker and in its recorder. Memory is proportional (PSS): what processes share is divided among them.
 */

const settleMs = 20_000;
const measureMs = 30_000;
const camera = { width: 1280, height: 720, bitrateKbps: 4_000, isTextured: true, hasAudio: true };

const [cameraCount = 4] = process.argv.slice(2).map(Number);
const show = await Show.start();
const mean = (usages: ProcessUsage[], pick: (usage: ProcessUsage) => number) =>
  usages.reduce((sum, usage) => sum + pick(usage), 0) / usages.length;

const recorderPids = (): number[] =>
  descendants(show.readPids().gateway)
    .map(({ pid }) => pid)
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('sightline-recorder'));

async function measure(what: string, pids: number[]): Promise<void> {
  const usages = await measureUsage(pids, measureMs);
  row(what, mean(usages, ({ cores }) => cores).toFixed(4), mean(usages, ({ pssMb }) => pssMb).toFixed(0), load());
}

try {
  const urls = await show.addCameras(cameraCount);
  const encoder = startBarcodeCamera(Object.assign({ urls }, camera));
  await show.untilLive();
  await sleep(settleMs);
  head(`one of ${cameraCount} cameras`, 'cores', 'MB', 'load');
  await measure('its worker, not recorded', show.workerPids());
  await show.record();
  await until(() => recorderPids().length === cameraCount, { timeoutMs: 30_000, what: 'the recorders' });
  await sleep(settleMs);
  await Promise.all([measure('its worker, recorded', show.workerPids()), measure('its recorder', recorderPids())]);
  encoder.stop();
} finally {
  await show.stop();
}
