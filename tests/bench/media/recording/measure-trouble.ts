import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { startBarcodeCamera } from '../../../support/camera/barcode-camera';
import { browserLaunch } from '../../../support/journeys/browser';
import { S3Server } from '../../../support/storage/s3-server';
import { until } from '../../../support/until';
import { Show } from '../../support/show';
import { SmallDisk } from '../../support/small-disk';
import { head, load, row } from '../../support/table';
import { recorderPids } from './measure-cost';

const camera = { width: 1280, height: 720, bitrateKbps: 4_000, isTextured: true, latencyMs: 120 };
const diskMb = 400;
const settleMs = 8_000;
const shownTimeoutMs = 20_000;
const sentences = { full: 'Recording has paused: the disk is full', away: 'The bucket does not answer' };

/** Measures how soon the page of a recorded camera says that the disk is full, or that the bucket is away. */
export async function measureTrouble(): Promise<void> {
  const disk = await SmallDisk.mount(diskMb);
  const server = await S3Server.start();
  const show = await Show.start({ RECORDINGS_DIR: disk.folder, ...server.settings });
  const browser = await chromium.launch(await browserLaunch());
  const encoder = startBarcodeCamera({ urls: await show.addCameras(1), ...camera });
  try {
    await show.untilLive();
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await show.signIn(context);
    const page = await context.newPage();
    await page.goto(`${show.baseUrl}/events/${show.eventId}`);
    await show.record();
    await sleep(settleMs);
    head('trouble of one camera', 'on screen, s (goal 5)', 'gone again, s', 'load');
    await measureSentence(page, 'a full disk', sentences.full, { begin: () => disk.fill(), end: () => disk.clear() });
    await sleep(settleMs);
    const isBack = { begin: () => server.kill(), end: () => server.restart() };
    await measureSentence(page, 'a bucket that is away', sentences.away, isBack);
    await show.stopRecording();
    await until('the recorder has ended', () => recorderPids(show).length === 0, { timeoutMs: 30_000 });
  } finally {
    encoder.stop();
    await browser.close();
    await show.stop();
    await server.stop();
    await disk.unmount();
  }
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
