import { setTimeout as sleep } from 'node:timers/promises';
import { startBarcodeCamera } from '../../../support/camera/barcode-camera';
import { descendants } from '../../../support/product/processes';
import { until } from '../../../support/until';
import { eachOf, forMs } from '../../support/glance';
import { measureUsage, type ProcessUsage } from '../../support/process-usage';
import { Show } from '../../support/show';
import { head, load, row } from '../../support/table';

const latenciesMs = eachOf([20, 60, 100, 150, 200, 260, 330, 400]);
const camera = { width: 1280, height: 720, bitrateKbps: 4_000, isTextured: true, hasAudio: true };
const settleMs = forMs(15_000);
const measureMs = forMs(30_000);

const mean = (usages: ProcessUsage[], pick: (usage: ProcessUsage) => number) =>
  usages.reduce((sum, usage) => sum + pick(usage), 0) / usages.length;

/** The processes that record a show's cameras. */
export const recorderPids = (show: Show): number[] =>
  descendants(show.readPids().gateway)
    .filter(({ command }) => command.startsWith('sightline-recorder'))
    .map(({ pid }) => pid);

/** Measures the cost of eight cameras that are recorded and watched by nobody. */
export async function measureCost(folder: string): Promise<void> {
  const show = await Show.start({ RECORDINGS_DIR: folder });
  try {
    const urls = await show.addCameras(latenciesMs.length);
    const encoder = startBarcodeCamera({ urls, latencyMs: latenciesMs, ...camera });
    await show.untilLive();
    await sleep(settleMs);
    head(`one of ${latenciesMs.length} cameras`, 'cores', 'MB (PSS)', 'load');
    const before = await measureUsage(show.workerPids(), measureMs);
    rowOf('its worker, not recorded', before);
    await show.record();
    await until('all recorders run', () => recorderPids(show).length === urls.length, { timeoutMs: 30_000 });
    await sleep(settleMs);
    const [workers, recorders] = await Promise.all([
      measureUsage(show.workerPids(), measureMs),
      measureUsage(recorderPids(show), measureMs),
    ]);
    rowOf('its worker, recorded', workers);
    rowOf('its recorder', recorders);
    const cores = mean(workers, (of) => of.cores) - mean(before, (of) => of.cores) + mean(recorders, (of) => of.cores);
    row('recording, in both (goal 0.015 cores, 12 MB)', cores.toFixed(4), mean(recorders, pss).toFixed(1), load());
    await show.stopRecording();
    encoder.stop();
  } finally {
    await show.stop();
  }
}

const pss = ({ pssMb }: ProcessUsage): number => pssMb;

const rowOf = (what: string, usages: ProcessUsage[]) =>
  row(what, mean(usages, ({ cores }) => cores).toFixed(4), mean(usages, pss).toFixed(1), load());
