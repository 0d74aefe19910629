import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBarcodeCamera } from '../../../support/camera/barcode-camera';
import { descendants } from '../../../support/product/processes';
import { until } from '../../../support/until';
import { measureUsage, type ProcessUsage } from '../../support/process-usage';
import { Show } from '../../support/show';
import { head, load, row } from '../../support/table';
import { apartMs, type EndErrors, readEndErrors } from './recorded-times';

const latenciesMs = [20, 60, 100, 150, 200, 260, 330, 400];
const camera = { width: 1280, height: 720, bitrateKbps: 4_000, isTextured: true, hasAudio: true };
const frameMs = 1_000 / 30;
const settleMs = 15_000;
const measureMs = 30_000;
const recordedMs = 120_000;

const mean = (usages: ProcessUsage[], pick: (usage: ProcessUsage) => number) =>
  usages.reduce((sum, usage) => sum + pick(usage), 0) / usages.length;

/** The processes that record a show's cameras. */
export const recorderPids = (show: Show): number[] =>
  descendants(show.readPids().gateway)
    .filter(({ command }) => command.startsWith('sightline-recorder'))
    .map(({ pid }) => pid);

/** Measures eight cameras that are recorded and watched by nobody: what that costs, and whether they are aligned. */
export async function measureLive(folder: string): Promise<void> {
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
    const startMs = performance.now();
    await until(() => recorderPids(show).length === urls.length, { timeoutMs: 30_000, what: 'the recorders' });
    await sleep(settleMs);
    const [workers, recorders] = await Promise.all([
      measureUsage(show.workerPids(), measureMs),
      measureUsage(recorderPids(show), measureMs),
    ]);
    rowOf('its worker, recorded', workers);
    rowOf('its recorder', recorders);
    const cores = mean(workers, (of) => of.cores) - mean(before, (of) => of.cores) + mean(recorders, (of) => of.cores);
    row('recording, in both (goal 0.015 cores, 12 MB)', cores.toFixed(4), mean(recorders, pss).toFixed(1), load());
    await sleep(Math.max(0, recordedMs - (performance.now() - startMs)));
    const ids = await show.stopRecording();
    await until(() => recorderPids(show).length === 0, { timeoutMs: 30_000, what: 'the end of the recorders' });
    encoder.stop();
    const errors: EndErrors[] = [];
    for (const id of ids) errors.push(await readEndErrors(path.join(folder, id), camera.width));
    rowsOfEnds(`SRT latencies of ${latenciesMs.join(', ')} ms`, errors);
  } finally {
    await show.stop();
  }
}

const pss = ({ pssMb }: ProcessUsage): number => pssMb;

const rowOf = (what: string, usages: ProcessUsage[]) =>
  row(what, mean(usages, ({ cores }) => cores).toFixed(4), mean(usages, pss).toFixed(1), load());

/** Prints how far cameras are apart, and from what is drawn into their frames. */
export function rowsOfEnds(what: string, errors: EndErrors[]): void {
  const apart = apartMs(errors);
  const worst = (pick: (error: EndErrors) => number) => Math.max(...errors.map((error) => Math.abs(pick(error))));
  head(
    `${errors.length} cameras, ${what}`,
    'begin, ms',
    'end, ms',
    `within a frame (${Math.round(frameMs)} ms)`,
    'load',
  );
  const isAligned = apart.beginMs <= frameMs && apart.endMs <= frameMs;
  row('from each other', apart.beginMs.toFixed(1), apart.endMs.toFixed(1), isAligned ? 'yes' : 'NO', load());
  const [begin, end] = [worst(({ beginMs }) => beginMs), worst(({ endMs }) => endMs)];
  row(
    'from the barcode, worst',
    begin.toFixed(1),
    end.toFixed(1),
    Math.max(begin, end) <= frameMs ? 'yes' : 'NO',
    load(),
  );
}
