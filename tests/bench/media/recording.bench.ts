import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBarcodeCamera } from '../../support/camera/barcode-camera';
import { descendants } from '../../support/product/processes';
import { makeRecording } from '../../support/recordings/make-recording';
import { until } from '../../support/until';
import { measureUsage, type ProcessUsage } from '../support/process-usage';
import { Show } from '../support/show';
import { head, load, row } from '../support/table';

/*
 * `npm run bench recording [CAMERAS]` measures the cost of recording for each of several unwatched cameras (four by
 * default), in worker and recorder. Memory is proportional (PSS): shared pages are divided among their processes.
 *
 * `npm run bench recording export` measures the time for the files of an hour of one camera, by format.
 */

const settleMs = 20_000;
const measureMs = 30_000;
const camera = { width: 1280, height: 720, bitrateKbps: 4_000, isTextured: true, hasAudio: true };

const [asked] = process.argv.slice(2);
const cameraCount = asked === 'export' ? 1 : Number(asked ?? 4);
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

/** An hour of a camera, which is a minute sixty times. */
const hour = { seconds: 60, repeats: 59, width: 1280, height: 720, bitrateKbps: 4_000 };

async function measureExports(): Promise<void> {
  const [recordingId = ''] = await show.stopRecording();
  await until(() => recorderPids().length === 0, { timeoutMs: 30_000, what: 'the end of the recorder' });
  process.env.RECORDINGS_DIR = path.join(show.env.DATA_DIR, 'recordings');
  await rm(path.join(process.env.RECORDINGS_DIR, recordingId), { recursive: true });
  await makeRecording({ recordingId, startMs: Date.now() - 60_000, ...hour });
  head('an hour of one camera', 'seconds', '× real time', 'load');
  for (const format of ['mp4', 'mov', 'mkv', 'ts']) {
    const seconds = await show.export(format, [recordingId]);
    row(format, seconds.toFixed(1), (3_600 / seconds).toFixed(0), load());
  }
}

try {
  const urls = await show.addCameras(cameraCount);
  const encoder = startBarcodeCamera(Object.assign({ urls }, camera));
  await show.untilLive();
  if (asked === 'export') {
    await show.record();
    await until(() => recorderPids().length === cameraCount, { timeoutMs: 30_000, what: 'the recorder' });
    await sleep(2_000);
    encoder.stop();
    await measureExports();
  } else {
    await measureCosts();
    encoder.stop();
  }
} finally {
  await show.stop();
}

async function measureCosts(): Promise<void> {
  await sleep(settleMs);
  head(`one of ${cameraCount} cameras`, 'cores', 'MB', 'load');
  await measure('its worker, not recorded', show.workerPids());
  await show.record();
  await until(() => recorderPids().length === cameraCount, { timeoutMs: 30_000, what: 'the recorders' });
  await sleep(settleMs);
  await Promise.all([measure('its worker, recorded', show.workerPids()), measure('its recorder', recorderPids())]);
}
