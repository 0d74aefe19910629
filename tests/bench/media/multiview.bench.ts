import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';
import { browserLaunch } from '../../support/journeys/browser';
import { eachOf, forMs, times } from '../support/glance';
import {
  type Opening,
  openMultiview,
  openMultiviewContext,
  tileCount,
  untilSharp,
  withCameras,
} from '../support/large-tiles';
import { quantile } from '../support/quantile';
import { Show } from '../support/show';
import { head, load, row } from '../support/table';

/*
 * `npm run bench multiview [OPENINGS [GOP_SECONDS…]]` measures the time from a multiview's first picture until its six tiles
 * are sharp. Each opening has a page of its own. Cameras, product and viewer share this machine.
 */

const format = { width: 1280, height: 720, fps: 30, bitrateKbps: 2_000 };
/** LiveKit takes 5 s to notice that nobody watches any more, and 10 s until it first says so: before and after both. */
const betweenMs = { min: 1_000, max: 12_000 };

async function benchOpenings(browser: Browser, show: Show, gopSeconds: number, openings: number): Promise<void> {
  const times: Opening[] = [];
  for (let opening = 0; opening < openings; opening++) {
    await sleep(forMs(betweenMs.min + Math.random() * (betweenMs.max - betweenMs.min)));
    const context = await openMultiviewContext(browser, show);
    times.push(await untilSharp(await openMultiview(context, show), format.width));
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

const [openings = times(20), ...gops] = process.argv.slice(2).map(Number);
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
  for (const gopSeconds of gops.length > 0 ? gops : eachOf([1, 10])) {
    await withCameras(show, tileCount, { ...format, gopSeconds }, () =>
      benchOpenings(browser, show, gopSeconds, openings),
    );
  }
} finally {
  await browser.close();
  await show.stop();
}
