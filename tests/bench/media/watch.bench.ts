import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Locator, type Page } from '@playwright/test';
import { median } from '@/lib/core/median';
import { startBarcodeCamera } from '../../support/camera/barcode-camera';
import { browserLaunch } from '../../support/journeys/browser';
import { readBarcodes, type ShownFrame } from '../../support/journeys/read-barcodes';
import { forMs, ofCamera, times } from '../support/glance';
import { quantile } from '../support/quantile';
import { Show } from '../support/show';
import { head, load, row } from '../support/table';

/*
 * `npm run bench watch` measures how recordings of four 720p cameras are watched in Chromium. How soon does a replay show
 * its first frame, and what takes that time? How far are cameras apart? How soon does a jump show a picture, also across a
 * gap and a change of size? One camera has an SRT latency of 400 ms, the others of 20 ms.
 */

const cameraCount = times(4, 2);
const camera = ofCamera({ width: 1280, height: 720, bitrateKbps: 2_500, isTextured: true, hasAudio: true });
const viewport = { width: 1440, height: 900 };
const recordedMs = forMs(20_000, 5_000);
const gapMs = forMs(6_000, 3_000);
const replays = times(8);
const jumps = times(100);
const watchedMs = forMs(10_000, 1_500);
const settleMs = forMs(4_000, 1_500);
const stepJumps = times(6);
const watchedAfterJumpMs = 2_000;
/** Half a frame: a barcode that differs more from the video's own time was drawn by another frame. */
const otherFrameMs = 16;
/** A replay or a jump that shows nothing by then counts as this long. */
const giveUpMs = 15_000;
/** The frames that are on screen are compared this often. */
const momentMs = 50;

const show = await Show.start();
const browser = await chromium.launch(await browserLaunch());
try {
  const [far = '', ...near] = await show.addCameras(cameraCount);
  const begin = (size: { width?: number; height?: number } = {}) => [
    startBarcodeCamera({ urls: [far], latencyMs: 400, ...camera, ...size }),
    startBarcodeCamera({ urls: near, latencyMs: 20, ...camera }),
  ];
  let encoders = begin();
  await show.untilLive();
  await show.record();
  await sleep(recordedMs);
  for (const encoder of encoders) encoder.stop();
  await sleep(gapMs);
  encoders = begin({ width: 960, height: 540 });
  await show.untilLive();
  await sleep(recordedMs);

  const context = await browser.newContext({ viewport });
  await show.signIn(context);
  await measureReplays(await context.newPage());
  for (const encoder of encoders) encoder.stop();
  await show.stopRecording();
  await measurePlayback(await context.newPage());
} finally {
  await browser.close();
  await show.stop();
}

interface ReplayTimes {
  /** When the page asked for the list of angles, when the browser sent that, and when the list was there. */
  calledMs: number;
  askedMs: number;
  answerMs: number;
  /** When the first part was there. */
  partMs: number;
  /** When the first angle has presented a frame, and when all have. */
  firstMs: number;
  allMs: number;
}

/** Presses the key of replay, and measures from there. */
async function timeReplay(page: Page): Promise<ReplayTimes> {
  // The key may not come before the page listens for it.
  const times = await page.evaluateHandle(
    ({ count, limitMs }) => {
      performance.clearResourceTimings();
      let pressedMs = 0;
      window.addEventListener('keydown', ({ timeStamp }) => (pressedMs = timeStamp), { once: true, capture: true });
      const measured = new Promise<ReplayTimes>((resolve) => {
        const shown: number[] = [];
        const seen = new Set<Element>();
        const timeOf = (part: string, moment: 'startTime' | 'requestStart' | 'responseEnd') => {
          const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
          return (entries.find(({ name }) => name.includes(part))?.[moment] ?? Number.NaN) - pressedMs;
        };
        const look = () => {
          for (const video of document.querySelectorAll<HTMLVideoElement>('[data-testid=replay-angle] video')) {
            if (seen.has(video)) continue;
            seen.add(video);
            video.requestVideoFrameCallback(() => shown.push(performance.now() - pressedMs));
          }
          const isLate = pressedMs > 0 && performance.now() - pressedMs > limitMs;
          if (shown.length < count && !isLate) return void requestAnimationFrame(look);
          const [firstMs = limitMs] = shown;
          const requests = {
            calledMs: timeOf('/replay?seconds', 'startTime'),
            askedMs: timeOf('/replay?seconds', 'requestStart'),
            answerMs: timeOf('/replay?seconds', 'responseEnd'),
            partMs: timeOf('/replay?token', 'responseEnd'),
          };
          resolve({ ...requests, firstMs, allMs: shown[count - 1] ?? limitMs });
        };
        look();
      });
      return { measured };
    },
    { count: cameraCount, limitMs: giveUpMs },
  );
  await page.keyboard.press('r');
  return times.evaluate(({ measured }) => measured);
}

async function measureReplays(page: Page): Promise<void> {
  await page.goto(`${show.baseUrl}/events/${show.eventId}/multiview`);
  await page.getByRole('button', { name: 'Replay' }).waitFor();
  // The multiview has its pictures by then.
  await sleep(forMs(5_000));
  head('replay key to', 'call', 'request', 'angles known', 'first part', 'first frame', 'frames of all', 'load');
  const all: ReplayTimes[] = [];
  for (let press = 0; press < replays; press++) {
    const times = await timeReplay(page);
    all.push(times);
    row(`press ${press + 1}`, ...Object.values(times).map(Math.round), load());
    await page.keyboard.press('Escape');
    await page.getByTestId('replay').waitFor({ state: 'detached' });
    await sleep(1_000);
  }
  const cells = (q: number) =>
    (['calledMs', 'askedMs', 'answerMs', 'partMs', 'firstMs', 'allMs'] as const).map((name) =>
      Math.round(
        quantile(
          all.map((times) => times[name]),
          q,
        ),
      ),
    );
  row('ms, p50', ...cells(0.5), load());
  row('ms, max', ...cells(1), load());
  await page.close();
}

async function measurePlayback(page: Page): Promise<void> {
  await page.goto(`${show.baseUrl}/events/${show.eventId}/recordings`);
  const videos = page.getByTestId('recorded-camera').locator('video');
  const slider = page.getByRole('slider', { name: 'Time' });
  const [min = 0, max = 0] = await Promise.all(
    ['min', 'max'].map(async (name) => Number(await slider.getAttribute(name))),
  );
  const placeOf = (share: number) => Math.round(min + share * (max - min));
  head('four cameras in step', 'moments', 'apart p50', 'apart p95', 'medians apart', 'read late', 'load');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  rowOfStep('ms, from the press on Play', await measureStep(videos, settleMs));
  rowOfStep('ms, later', await measureStep(videos, watchedMs));
  const afterJumps: StepFigures[] = [];
  for (let jump = 0; jump < stepJumps; jump++) {
    await timeJump(page, placeOf(jump % 2 === 0 ? 0.65 + jump / 50 : 0.05 + jump / 50));
    afterJumps.push(await measureStep(videos, watchedAfterJumpMs));
  }
  rowOfStep('ms, after jumps', {
    apart: afterJumps.flatMap(({ apart }) => apart),
    mediansApart: Math.max(...afterJumps.map(({ mediansApart }) => mediansApart)),
    readLate: afterJumps.reduce((sum, { readLate }) => sum + readLate, 0),
  });
  await page.keyboard.press('k');

  head('jump to picture, of all four', 'jumps', 'p50', 'p95', 'max', 'load');
  const taken: number[] = [];
  for (let jump = 0; jump < jumps; jump++) {
    // Anywhere, to and fro, so that some jumps end just before what is loaded, and most cross the gap.
    const share = jump % 2 === 0 ? 0.02 + Math.random() * 0.4 : 0.4 + Math.random() * 0.59;
    const tookMs = await timeJump(page, placeOf(share));
    if (tookMs !== null) taken.push(tookMs);
    await sleep(300);
  }
  row('ms', taken.length, ...[0.5, 0.95, 1].map((q) => Math.round(quantile(taken, q))), load());
}

function spanOf(values: number[]): number {
  return Math.max(...values) - Math.min(...values);
}

interface StepFigures {
  /** By how much the frames that are on screen together are apart, at each moment. */
  apart: number[];
  /** By how much the cameras are apart at the median. */
  mediansApart: number;
  /** Frames that the next one had replaced before the page could read them. */
  readLate: number;
}

async function measureStep(videos: Locator, durationMs: number): Promise<StepFigures> {
  const read = await Promise.all(
    Array.from({ length: cameraCount }, (_, index) => readBarcodes(videos.nth(index), durationMs)),
  );
  const cameras = read.map(withoutOtherFrames);
  const fromMs = Math.max(...cameras.map((frames) => frames[0]?.screenMs ?? 0));
  const toMs = Math.min(...cameras.map((frames) => frames.at(-1)?.screenMs ?? 0));
  const apart = Array.from({ length: Math.max(0, Math.floor((toMs - fromMs) / momentMs)) }, (_, moment) => {
    const atMs = fromMs + moment * momentMs;
    const ages = cameras.flatMap((frames) => frames.findLast(({ screenMs }) => screenMs <= atMs)?.screenAgeMs ?? []);
    return ages.length === cameraCount ? [spanOf(ages)] : [];
  }).flat();
  const medians = cameras.map((frames) => median(frames.flatMap(({ screenAgeMs }) => screenAgeMs ?? [])));
  return { apart, mediansApart: spanOf(medians), readLate: read.flat().length - cameras.flat().length };
}

/** The frames whose barcode is their own. */
function withoutOtherFrames(frames: ShownFrame[]): ShownFrame[] {
  const offsetOf = ({ screenMs, screenAgeMs, mediaMs }: ShownFrame) => screenMs - (screenAgeMs ?? Number.NaN) - mediaMs;
  const usualMs = median(frames.filter(({ screenAgeMs }) => screenAgeMs !== null).map(offsetOf));
  return frames.filter((frame) => Math.abs(offsetOf(frame) - usualMs) < otherFrameMs);
}

function rowOfStep(what: string, { apart, mediansApart, readLate }: StepFigures): void {
  const figures = [quantile(apart, 0.5), quantile(apart, 0.95), mediansApart].map(Math.round);
  row(what, apart.length, ...figures, readLate, load());
}

/** Moves the time, and measures until all cameras present a frame of it. @returns null where a camera was not recorded */
function timeJump(page: Page, toMs: number): Promise<number | null> {
  return page.evaluate(
    ({ target, limitMs }) =>
      new Promise<number | null>((resolve) => {
        const slider = document.querySelector<HTMLInputElement>('input[type=range][aria-label=Time]');
        const videos = [...document.querySelectorAll<HTMLVideoElement>('[data-testid=recorded-camera] video')];
        const startMs = performance.now();
        let shown = 0;
        setTimeout(() => resolve(limitMs), limitMs);
        const hasGap = () => videos.some(({ parentElement }) => parentElement?.textContent.includes('Not recorded'));
        setTimeout(() => hasGap() && resolve(null), 250);
        for (const video of videos) {
          video.requestVideoFrameCallback(() => {
            if (++shown === videos.length) resolve(performance.now() - startMs);
          });
        }
        const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
        if (slider) set?.call(slider, String(target));
        slider?.dispatchEvent(new Event('input', { bubbles: true }));
      }),
    { target: toMs, limitMs: giveUpMs },
  );
}
