import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import type { RecordingOptions } from '../../support/camera/recorded-camera';
import { browserLaunch } from '../../support/journeys/browser';
import { longestGapsMs, takeFrameSizes } from '../../support/journeys/frame-sizes';
import type { ImpairmentProxy } from '../../support/network/impairment-proxy';
import { quantile } from '../support/quantile';
import { Show } from '../support/show';
import { head, load, row } from '../support/table';
import { openWall, openWallContext, withCameras, withDownlink } from '../support/wall';

/*
 * `npm run bench wall [OPENINGS [GOP_SECONDS…]]`: how soon the six tiles of a multiview are sharp after its first picture,
 * each opening on a page of its own; and what a downlink of 3 Mbit/s does to them. Cameras, product and viewer share this
 * machine.
 */

const cameraCount = 6;
const openedFormat = { width: 1280, height: 720, fps: 30, bitrateKbps: 2_000, gopSeconds: 1 };
/** What a narrow downlink meets. The first leaves two cores some time. */
const narrowFormats = [
  { width: 960, height: 540, fps: 15, bitrateKbps: 2_000, gopSeconds: 1 },
  openedFormat,
  { ...openedFormat, bitrateKbps: 4_000 },
];
const giveUpMs = 30_000;
/** LiveKit takes 5 s to notice that nobody watches any more, and 10 s until it first says so: before and after both. */
const betweenMs = { least: 1_000, most: 12_000 };
const narrowKbps = 3_000;
const narrowMs = 20_000;
/** What waits for the narrow link: as in many routers, and as in those that keep everything. */
const queuesMs = [250, 1_000];
/** How long the wall has been sharp before: as it opens, and when all is settled, so that no low layer is made. */
const watchedMs = [0, 10_000];

interface Opening {
  firstMs: number;
  /** Of each tile: its first frame of the source layer, since the page was opened. */
  sharpMs: number[];
}

/** Waits until every tile shows the source layer, or for half a minute. */
async function untilSharp(page: Page, sharpWidth: number): Promise<Opening> {
  const sharpMs = new Map<string, number>();
  let firstMs = Number.NaN;
  for (const deadlineMs = performance.now() + giveUpMs; performance.now() < deadlineMs; await sleep(200)) {
    for (const { participant, width, shownMs } of await takeFrameSizes(page)) {
      if (Number.isNaN(firstMs)) firstMs = shownMs;
      if (width === sharpWidth && !sharpMs.has(participant)) sharpMs.set(participant, shownMs);
    }
    if (sharpMs.size === cameraCount) break;
  }
  const never = Array.from({ length: cameraCount - sharpMs.size }, () => Number.POSITIVE_INFINITY);
  return { firstMs, sharpMs: [...sharpMs.values(), ...never] };
}

async function benchOpenings(browser: Browser, show: Show, gopSeconds: number, openings: number): Promise<void> {
  const times: Opening[] = [];
  for (let opening = 0; opening < openings; opening++) {
    await sleep(betweenMs.least + Math.random() * (betweenMs.most - betweenMs.least));
    const context = await openWallContext(browser, show);
    times.push(await untilSharp(await openWall(context, show), openedFormat.width));
    await context.close();
  }
  const first = times.map(({ firstMs }) => firstMs);
  const all = times.map(({ firstMs, sharpMs }) => Math.max(...sharpMs) - firstMs);
  const each = times.flatMap(({ firstMs, sharpMs }) => sharpMs.map((ms) => ms - firstMs));
  const quantiles = (values: number[]) =>
    [0.5, 0.95, 1].map((share) => Math.round(quantile(values, share))).join(' / ');
  const soon = all.filter((ms) => ms <= 1_000).length;
  row(`${gopSeconds} s`, quantiles(first), quantiles(each), quantiles(all), `${soon} of ${openings}`, load());
}

interface Narrowing {
  queueMs: number;
  afterMs: number;
}

async function benchNarrow(
  context: BrowserContext,
  show: Show,
  downlink: ImpairmentProxy,
  format: RecordingOptions,
  { queueMs, afterMs }: Narrowing,
): Promise<void> {
  const page = await openWall(context, show);
  const { sharpMs } = await untilSharp(page, format.width);
  if (!sharpMs.every(Number.isFinite)) throw new Error('The wall is not sharp.');
  await sleep(afterMs);
  await takeFrameSizes(page);
  downlink.impair({ rateKbps: narrowKbps, queueMs });
  await sleep(narrowMs);
  const frames = await takeFrameSizes(page);
  const startMs = frames[0]?.shownMs ?? 0;
  const large = frames.filter(({ width }) => width === format.width).map(({ shownMs }) => shownMs - startMs);
  const toMs = startMs + narrowMs;
  const secondHalf = { fromMs: startMs + narrowMs / 2, toMs };
  const widenedMs = await page.evaluate(() => performance.now());
  downlink.impair({ rateKbps: Number.POSITIVE_INFINITY });
  const again = await untilSharp(page, format.width);
  row(
    `${format.width}x${format.height}, ${format.fps}`,
    format.bitrateKbps,
    queueMs,
    afterMs,
    Math.round(Math.max(...longestGapsMs(frames, { toMs }).values())),
    Math.round(Math.max(...longestGapsMs(frames, secondHalf).values())),
    Math.round(Math.max(...large)),
    again.sharpMs.map((ms) => Math.round(ms - widenedMs)).join(', '),
    load(),
  );
}

const [openings = 20, ...gops] = process.argv.slice(2).map(Number);
const show = await Show.start();
const browser = await chromium.launch(await browserLaunch());
try {
  head(
    'GOP',
    'first picture, ms (p50 / p95 / worst)',
    'each tile sharp after it',
    'all sharp after it',
    'within 1 s',
    'load',
  );
  for (const gopSeconds of openings > 0 ? (gops.length > 0 ? gops : [1, 10]) : []) {
    await withCameras(show, cameraCount, { ...openedFormat, gopSeconds }, () =>
      benchOpenings(browser, show, gopSeconds, openings),
    );
  }
  console.log();
  head(
    'camera, fps',
    'kbit/s',
    'queue, ms',
    `${narrowKbps} kbit/s after, ms`,
    'longest gap, ms',
    'in its second half',
    'last large frame after',
    'sharp again after widening',
    'load',
  );
  for (const format of narrowFormats) {
    for (const queueMs of queuesMs) {
      for (const afterMs of watchedMs) {
        await withCameras(show, cameraCount, format, () =>
          withDownlink(browser, show, (context, downlink) =>
            benchNarrow(context, show, downlink, format, { queueMs, afterMs }),
          ),
        );
      }
    }
  }
} finally {
  await browser.close();
  await show.stop();
}
