import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { readRecordingLines } from '@/lib/contracts/recording-index';
import { startBarcodeCamera } from '../../../support/camera/barcode-camera';
import { browserLaunch } from '../../../support/journeys/browser';
import { readBarcodes } from '../../../support/journeys/read-barcodes';
import { longestStepMs, readIndexes, readTimeline } from '../../../support/recordings/recorded-folder';
import { S3Server } from '../../../support/storage/s3-server';
import { until } from '../../../support/until';
import { quantile } from '../../support/quantile';
import { Show } from '../../support/show';
import { SmallDisk } from '../../support/small-disk';
import { head, load, row } from '../../support/table';
import { recorderPids } from './measure-live';

const camera = { width: 1280, height: 720, bitrateKbps: 4_000, isTextured: true, latencyMs: 120 };
const diskMb = 400;
const settleMs = 8_000;
const stallMs = 10_000;
const shownTimeoutMs = 20_000;
const sentences = { full: 'Recording has paused: the disk is full', away: 'The bucket does not answer' };

/** Measures what a disk that hangs, a full one and a bucket that is away do to a camera that is recorded and watched. */
export async function measureTrouble(): Promise<void> {
  const disk = await SmallDisk.mount(diskMb);
  const server = await S3Server.start();
  const show = await Show.start({ RECORDINGS_DIR: disk.folder, ...server.settings });
  const browser = await chromium.launch(await browserLaunch());
  const encoder = startBarcodeCamera({ urls: await show.addCameras(1), ...camera });
  try {
    await show.untilLive();
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addInitScript((token) => localStorage.setItem('sl_token', token), show.token);
    const page = await context.newPage();
    await page.goto(`${show.baseUrl}/events/${show.eventId}`);
    await show.record();
    await sleep(settleMs);
    await measureStall(show, disk, page);
    await show.record();
    await sleep(settleMs);
    head('trouble of one camera', 'on screen, s (goal 5)', 'gone again, s', 'load');
    await measureSentence(page, 'a full disk', sentences.full, { begin: () => disk.fill(), end: () => disk.clear() });
    await sleep(settleMs);
    const isBack = { begin: () => server.kill(), end: () => server.restart() };
    await measureSentence(page, 'a bucket that is away', sentences.away, isBack);
    await show.stopRecording();
    await until(() => recorderPids(show).length === 0, { timeoutMs: 30_000, what: 'the end of the recorder' });
  } finally {
    encoder.stop();
    await browser.close();
    await show.stop();
    await server.stop();
    await disk.unmount();
  }
}

async function measureStall(show: Show, disk: SmallDisk, page: Page): Promise<void> {
  const video = page.getByTestId('preview-video').first();
  await video.waitFor();
  head('a disk that hangs for 10 s', 'frames', 'live p50, ms', 'live p95, ms', 'load');
  const measure = async (what: string, durationMs: number) => {
    const ages = (await readBarcodes(video, durationMs)).flatMap(({ ageMs }) => ageMs ?? []);
    row(what, ages.length, quantile(ages, 0.5).toFixed(0), quantile(ages, 0.95).toFixed(0), load());
  };
  await measure('before', 2 * stallMs);
  await disk.freeze();
  await measure('while it hangs', stallMs).finally(() => disk.thaw());
  await measure('after', 2 * stallMs);
  const [id = ''] = await show.stopRecording();
  await until(() => recorderPids(show).length === 0, { timeoutMs: 30_000, what: 'the end of the recorder' });
  const folder = path.join(disk.folder, id);
  const { parts } = await readTimeline(folder);
  const recordedMs = parts.reduce((sum, { durationUs }) => sum + durationUs / 1_000, 0);
  head('what was recorded meanwhile', 'seconds', 'left out by the disk', 'breaks', 'longest step, ms', 'load');
  const lines = (await readIndexes(folder)).flatMap(readRecordingLines);
  const leftOut = lines.filter((line) => line.kind === 'gap' && line.cause === 'disk').length;
  const breaks = parts.filter(({ beginsRun }) => beginsRun).length - 1;
  row('one camera', (recordedMs / 1_000).toFixed(1), leftOut, breaks, (await longestStepMs(folder)).toFixed(0), load());
}

/** Measures how soon a sentence comes and goes. */
async function measureSentence(
  page: Page,
  what: string,
  sentence: string,
  { begin, end }: { begin(): Promise<void>; end(): Promise<void> },
): Promise<void> {
  const shown = page.getByText(sentence);
  const timeOf = async (act: () => Promise<void>, state: 'visible' | 'hidden') => {
    await act();
    const startMs = performance.now();
    await shown.waitFor({ state, timeout: shownTimeoutMs });
    return ((performance.now() - startMs) / 1_000).toFixed(1);
  };
  const cameSeconds = await timeOf(begin, 'visible');
  await sleep(3_000);
  row(what, cameSeconds, await timeOf(end, 'hidden'), load());
}
