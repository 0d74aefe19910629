import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Locator } from '@playwright/test';
import { readRecordingLines } from '@/lib/contracts/recording-index';
import { startBarcodeCamera } from '../../../support/camera/barcode-camera';
import { browserLaunch } from '../../../support/journeys/browser';
import { readBarcodes } from '../../../support/journeys/read-barcodes';
import { longestStepMs, readIndexes, readTimeline } from '../../../support/recordings/recorded-folder';
import { until } from '../../../support/until';
import { quantile } from '../../support/quantile';
import { Show } from '../../support/show';
import { SmallDisk } from '../../support/small-disk';
import { head, load, row } from '../../support/table';
import { recorderPids } from './measure-cost';

const camera = { width: 1280, height: 720, bitrateKbps: 4_000, isTextured: true, latencyMs: 120 };
const diskMb = 800;
const settleMs = 8_000;
const windowMs = 10_000;
const stalls = 16;
const quantiles = [0.5, 0.95] as const;

/** A window's ages of the live picture, in milliseconds: p50 and p95. */
type Ages = readonly number[];

/**
 * Measures whether a disk that hangs for ten seconds changes the live picture of a camera that is recorded. Windows with
 * and without follow each other, and each with it is held against those beside it: so the machine's other work drops out.
 */
export async function measureStall(): Promise<void> {
  const disk = await SmallDisk.mount(diskMb);
  const show = await Show.start({ RECORDINGS_DIR: disk.folder });
  const browser = await chromium.launch(await browserLaunch());
  const encoder = startBarcodeCamera({ urls: await show.addCameras(1), ...camera });
  try {
    await show.untilLive();
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await show.signIn(context);
    const page = await context.newPage();
    await page.goto(`${show.baseUrl}/events/${show.eventId}`);
    const video = page.getByTestId('preview-video').first();
    await video.waitFor();
    await show.record();
    await sleep(settleMs);
    const calm: Ages[] = [await readAges(video)];
    const stalled: Ages[] = [];
    for (let stall = 0; stall < stalls; stall++) {
      await disk.freeze();
      stalled.push(await readAges(video).finally(() => disk.thaw()));
      calm.push(await readAges(video));
    }
    printRatios(calm, stalled);
    await printRecorded(show, disk);
  } finally {
    encoder.stop();
    await browser.close();
    await show.stop();
    await disk.unmount();
  }
}

async function readAges(video: Locator): Promise<Ages> {
  const ages = (await readBarcodes(video, windowMs)).flatMap(({ ageMs }) => ageMs ?? []);
  return quantiles.map((q) => quantile(ages, q));
}

function printRatios(calm: Ages[], stalled: Ages[]): void {
  head(`a disk that hangs for 10 s, ${stalls} times`, 'live p50', 'live p95', 'load');
  const rowOf = (what: string, cellOf: (at: number) => string) =>
    row(what, ...quantiles.map((_, at) => cellOf(at)), load());
  const middle = (windows: Ages[], at: number) =>
    quantile(
      windows.map((ages) => ages[at] ?? Number.NaN),
      0.5,
    ).toFixed(0);
  rowOf('while it hangs, ms', (at) => middle(stalled, at));
  rowOf('in between, ms', (at) => middle(calm, at));
  // Each window against the two beside it. The mean of logarithms treats twice and half alike.
  const logsOf = (at: number) =>
    stalled.map((ages, index) => {
      const [before = Number.NaN, after = Number.NaN] = [calm[index]?.[at], calm[index + 1]?.[at]];
      return Math.log(ages[at] ?? Number.NaN) - (Math.log(before) + Math.log(after)) / 2;
    });
  const intervalOf = (at: number) => {
    const logs = logsOf(at);
    const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
    const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (logs.length - 1);
    const error = 1.96 * Math.sqrt(variance / logs.length);
    return [mean, mean - error, mean + error].map((log) => Math.exp(log).toFixed(3));
  };
  rowOf('ratio (goal 0.95 to 1.05)', (at) => intervalOf(at)[0] ?? '');
  rowOf('ratio, 95 % interval', (at) => intervalOf(at).slice(1).join(' to '));
}

/** Prints whether the recording has everything. */
async function printRecorded(show: Show, disk: SmallDisk): Promise<void> {
  const [id = ''] = await show.stopRecording();
  await until('the recorder has ended', () => recorderPids(show).length === 0, { timeoutMs: 30_000 });
  const folder = path.join(disk.folder, id);
  const { parts } = await readTimeline(folder);
  const recordedMs = parts.reduce((sum, { durationUs }) => sum + durationUs / 1_000, 0);
  head('what was recorded meanwhile', 'seconds', 'left out by the disk', 'breaks', 'longest step, ms', 'load');
  const lines = (await readIndexes(folder)).flatMap(readRecordingLines);
  const leftOut = lines.filter((line) => line.kind === 'gap' && line.cause === 'disk').length;
  const breaks = parts.filter(({ beginsRun }) => beginsRun).length - 1;
  row('one camera', (recordedMs / 1_000).toFixed(1), leftOut, breaks, (await longestStepMs(folder)).toFixed(0), load());
}
