import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { type BarcodeCameraOptions, startBarcodeCamera } from '../../support/camera/barcode-camera';
import { startClockedCamera } from '../../support/camera/clocked-camera';
import { browserLaunch } from '../../support/journeys/browser';
import { readBarcodes } from '../../support/journeys/read-barcodes';
import { readRunErrors } from '../../support/recordings/recorded-times';
import { until } from '../../support/until';
import { eachOf, forMs, times } from '../support/glance';
import { measureUsage } from '../support/process-usage';
import { quantile } from '../support/quantile';
import { Show } from '../support/show';
import { recorderPids } from './recording/measure-cost';

/*
 * `npm run bench latency [SCENARIO…]` measures the age of one viewer's frames, the time to the first one, and the cost in
 * each process. It also measures whether tile and recording agree. Camera, product and viewer share this machine and its
 * clock.
 */

interface Scenario extends Omit<BarcodeCameraOptions, 'urls'> {
  name: string;
  cameras: number;
  /** Width of the multiview's window. The resulting tile size decides the layer. */
  windowWidth: number;
}

const textured720 = { width: 1280, height: 720, bitrateKbps: 2_000, isTextured: true, hasAudio: false };
const textured1080 = { width: 1920, height: 1080, bitrateKbps: 4_000, isTextured: true, hasAudio: false };

const scenarios: Scenario[] = [
  { name: '720p-lan', cameras: 1, windowWidth: 2200, ...textured720, latencyMs: 20 },
  { name: '1080p-lan', cameras: 1, windowWidth: 2200, ...textured1080, latencyMs: 20 },
  { name: '720p', cameras: 1, windowWidth: 2200, ...textured720 },
  { name: '1080p', cameras: 1, windowWidth: 2200, ...textured1080 },
  { name: '720p-audio', cameras: 1, windowWidth: 2200, ...textured720, hasAudio: true },
  { name: '720p-x4', cameras: 4, windowWidth: 1440, ...textured720 },
  { name: '720p-x8', cameras: 8, windowWidth: 1440, ...textured720 },
];

const watchMs = forMs(20_000, 2_000);
/** LiveKit takes this long to notice that nobody watches any more. */
const unwatchedAfterMs = forMs(30_000);
const settleMs = forMs(8_000);
const opens = times(8);

const ms = (value: number) => `${Math.round(value)}`;

async function openPage(browser: Browser, show: Show, path: string, width: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 1000 } });
  await show.signIn(context);
  const page = await context.newPage();
  await page.goto(`${show.baseUrl}${path}`);
  return page;
}

/** Reads the latencies that the tiles show, once a second. */
async function readFiguresMs(page: Page, durationMs: number): Promise<number[]> {
  const figures: number[] = [];
  for (const endMs = performance.now() + durationMs; performance.now() < endMs; await sleep(1_000)) {
    const texts = await page.getByTestId('tile-health').allTextContents();
    figures.push(...texts.flatMap((text) => Number(/(\d+) ms behind/.exec(text)?.[1] ?? Number.NaN)));
  }
  return figures.filter(Number.isFinite);
}

async function benchScenario(browser: Browser, show: Show, scenario: Scenario): Promise<void> {
  const camera = startBarcodeCamera({ ...scenario, urls: await show.addCameras(scenario.cameras) });
  try {
    await show.untilLive();
    const page = await openPage(browser, show, `/events/${show.eventId}/multiview?layout=auto`, scenario.windowWidth);
    const videos = page.getByTestId('preview-video');
    await videos.nth(scenario.cameras - 1).waitFor({ timeout: 20_000 });
    await page.keyboard.press('h');
    await sleep(settleMs);
    const pids = [show.gatewayPid, show.livekitPid, ...show.workerPids()];
    const [frames, figures, usage] = await Promise.all([
      Promise.all(Array.from({ length: scenario.cameras }, (_, index) => readBarcodes(videos.nth(index), watchMs))),
      readFiguresMs(page, watchMs),
      measureUsage(pids, watchMs),
    ]);
    await page.context().close();
    await sleep(unwatchedAfterMs);
    const unwatched = await measureUsage(show.workerPids(), watchMs / 2);

    const all = frames.flat();
    const ages = all.flatMap(({ ageMs }) => ageMs ?? []);
    const screenAges = all.flatMap(({ screenAgeMs }) => screenAgeMs ?? []);
    const [gateway, livekit, ...workers] = usage;
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const perCamera = (cores = Number.NaN) => (cores / scenario.cameras).toFixed(3);
    console.log(
      [
        scenario.name,
        `${all.at(-1)?.width}x${all.at(-1)?.height}`,
        (all.length / scenario.cameras / (watchMs / 1000)).toFixed(1),
        `${((100 * ages.length) / all.length).toFixed(1)} %`,
        ms(quantile(ages, 0.5)),
        ms(quantile(ages, 0.95)),
        ms(quantile(screenAges, 0.5)),
        ms(quantile(figures, 0.5)),
        mean(workers.map(({ cores }) => cores)).toFixed(3),
        mean(unwatched.map(({ cores }) => cores)).toFixed(3),
        ms(Math.max(...workers.map(({ rssMb }) => rssMb))),
        perCamera(gateway?.cores),
        ms(gateway?.rssMb ?? Number.NaN),
        perCamera(livekit?.cores),
        ms(livekit?.rssMb ?? Number.NaN),
        loadavg()[0]?.toFixed(1),
      ].join(' | '),
    );
  } finally {
    camera.stop();
    await show.removeCameras();
  }
}

const agreeing = { width: 1280, height: 720, fps: 30, bitrateKbps: 2_000, latencyMs: 120 };
/** One camera whose time of sending counts, and one that says when it captured each frame. */
const clocks = {
  sent(url: string) {
    const camera = startBarcodeCamera({ ...agreeing, urls: [url] });
    return () => camera.stop();
  },
  encoder: (url: string) => startClockedCamera({ ...agreeing, url }),
};

/**
 * Measures whether tile, barcode and recording agree about one camera. The tile and the recording leave out the time that the
 * encoder took, unless it says when it captured a frame. So both tell that time: by how much they differ from the barcode.
 */
async function benchAgreement(browser: Browser, show: Show): Promise<void> {
  console.log('\nclock | barcode ms | tile ms | encoder ms, by the tile | by the recording | apart ms | load');
  console.log(Array.from({ length: 7 }, () => '---').join(' | '));
  for (const [clock, start] of eachOf(Object.entries(clocks))) {
    const [url = ''] = await show.addCameras(1);
    const stop = start(url);
    try {
      await show.untilLive();
      await show.record();
      const page = await openPage(browser, show, `/events/${show.eventId}/multiview?layout=auto`, 1440);
      const video = page.getByTestId('preview-video').first();
      await video.waitFor({ timeout: 20_000 });
      await page.keyboard.press('h');
      await sleep(settleMs);
      const [frames, figures] = await Promise.all([readBarcodes(video, watchMs), readFiguresMs(page, watchMs)]);
      await page.context().close();
      const [id = ''] = await show.stopRecording();
      await until('the recorder has ended', () => recorderPids(show).length === 0, { timeoutMs: 30_000 });
      const errors = await readRunErrors(path.join(recordingsDir, id), agreeing.width);
      const barcodeMs = quantile(
        frames.flatMap(({ screenAgeMs }) => screenAgeMs ?? []),
        0.5,
      );
      const tileMs = quantile(figures, 0.5);
      const byTileMs = barcodeMs - tileMs;
      const byRecordingMs = quantile(
        errors.flatMap(({ beginMs, endMs }) => [beginMs, endMs]),
        0.5,
      );
      const apartMs = Math.abs(byTileMs - byRecordingMs).toFixed(1);
      console.log(
        [clock, ...[barcodeMs, tileMs, byTileMs, byRecordingMs].map(ms), apartMs, loadavg()[0]?.toFixed(1)].join(' | '),
      );
    } finally {
      stop();
      await show.removeCameras();
    }
  }
}

/** Times of one opening of the event page, in milliseconds since its navigation began. */
async function timeFirstFrame(browser: Browser, show: Show): Promise<{ connectedMs: number; firstFrameMs: number }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript((token) => {
    localStorage.setItem('sl_token', token);
    const marks: Record<string, number> = {};
    let seen: HTMLVideoElement | null = null;
    Object.assign(window, { marks });
    new MutationObserver(() => {
      if (!marks.connected && document.body?.textContent?.includes('Connected')) marks.connected = performance.now();
      const video = document.querySelector('video');
      if (!video || video === seen) return;
      seen = video;
      video.requestVideoFrameCallback(() => {
        marks.firstFrame ??= performance.now();
      });
    }).observe(document, { subtree: true, childList: true, characterData: true });
  }, show.token);
  const page = await context.newPage();
  await page.goto(`${show.baseUrl}/events/${show.eventId}`);
  const readMarks = () => page.evaluate(() => Reflect.get(window, 'marks') as Record<string, number | undefined>);
  await page.waitForFunction(() => {
    const marks = Reflect.get(window, 'marks');
    return marks.firstFrame && marks.connected;
  });
  const { connected = Number.NaN, firstFrame = Number.NaN } = await readMarks();
  await context.close();
  return { connectedMs: connected, firstFrameMs: firstFrame };
}

async function benchFirstFrame(browser: Browser, show: Show): Promise<void> {
  const camera = startBarcodeCamera({ ...textured720, gopSeconds: 10, urls: await show.addCameras(1) });
  try {
    await show.untilLive();
    await sleep(unwatchedAfterMs / 2);
    const times: { connectedMs: number; firstFrameMs: number }[] = [];
    for (let open = 0; open < opens; open++) {
      times.push(await timeFirstFrame(browser, show));
      await sleep(forMs(1_000 + Math.random() * 5_000));
    }
    const sinceOpen = times.map(({ firstFrameMs }) => firstFrameMs);
    const sinceConnected = times.map(({ firstFrameMs, connectedMs }) => firstFrameMs - connectedMs);
    const row = (values: number[]) => `${ms(quantile(values, 0.5))} | ${ms(Math.max(...values))}`;
    console.log('\nfirst frame, 720p, GOP 10 s | median ms | worst ms\n--- | --- | ---');
    console.log(`after the page was opened | ${row(sinceOpen)}`);
    console.log(`after the room had connected | ${row(sinceConnected)}`);
  } finally {
    camera.stop();
    await show.removeCameras();
  }
}

const wanted = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
const recordingsDir = await mkdtemp(path.join(tmpdir(), 'sightline-bench-latency-'));
const show = await Show.start({ RECORDINGS_DIR: recordingsDir });
const browser = await chromium.launch(await browserLaunch());
try {
  console.log(
    'scenario | shown | fps | barcodes read | p50 ms | p95 ms | on the screen p50 ms | on the tile ms | worker cores | ' +
      'unwatched | worker MB | router cores/camera | router MB | LiveKit cores/camera | LiveKit MB | load',
  );
  console.log(Array.from({ length: 16 }, () => '---').join(' | '));
  for (const scenario of eachOf(scenarios)) if (isWanted(scenario.name)) await benchScenario(browser, show, scenario);
  if (isWanted('first-frame')) await benchFirstFrame(browser, show);
  if (isWanted('agreement')) await benchAgreement(browser, show);
} finally {
  await browser.close();
  await show.stop();
  await rm(recordingsDir, { recursive: true });
}
