import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { Recording } from '../../support/camera/recorded-camera';
import { browserLaunch } from '../../support/journeys/browser';
import { until } from '../../support/until';
import { eachOf, forMs, times } from '../support/glance';
import { quantile } from '../support/quantile';
import { Show } from '../support/show';
import { head, load, row } from '../support/table';

/*
 * `npm run bench focus [GOP_SECONDS…] [TRIES]` shows a camera at full size by a key, and times its first frame of
 * the source layer. GOP_SECONDS are 1, 4 and 10 by default; TRIES is 20, and must be above 10. One camera
 * has 1280x720, with three small ones beside it, in Chromium.
 */

const defaultGops = [1, 4, 10];
const defaultTries = times(20);
const large = { width: 1280, height: 720, fps: 30, bitrateKbps: 2_000 };
const small = { width: 320, height: 180, fps: 30, bitrateKbps: 200, gopSeconds: 1 };
/** So that focusing comes at any moment of a GOP, and both before and after LiveKit has given the source layer up. */
const restMs = () => forMs(1_000 + Math.random() * 6_000);

/** Waits until the multiview has, or has no, video of the camera's own size. */
async function untilLarge(page: Page, isLarge: boolean): Promise<void> {
  const readWidths = () =>
    page.locator('video').evaluateAll((videos) => videos.map((video) => (video as HTMLVideoElement).videoWidth));
  await until(
    isLarge ? 'the tile has the source layer' : 'the tile has the low layer',
    async () => (await readWidths()).includes(large.width) === isLarge,
    { timeoutMs: 20_000 },
  );
}

/** @returns milliseconds from the key to the first frame of the camera's own size */
async function timeFocus(page: Page): Promise<number> {
  await page.evaluate((width) => {
    let pressedMs = Number.NaN;
    addEventListener('keydown', ({ timeStamp }) => (pressedMs = timeStamp), { capture: true, once: true });
    const shown = new Promise<number>((resolve) => {
      const watch = () => {
        const isShown = [...document.querySelectorAll('video')].some(({ videoWidth }) => videoWidth === width);
        if (isShown) resolve(performance.now() - pressedMs);
        else requestAnimationFrame(watch);
      };
      watch();
    });
    Object.assign(window, { shown });
  }, large.width);
  await page.keyboard.press('1');
  return page.evaluate(() => Reflect.get(window, 'shown') as Promise<number>);
}

async function benchFocus(page: Page, show: Show, gopSeconds: number, tries: number): Promise<void> {
  const [first = '', ...others] = await show.addCameras(4);
  const recordings = [await Recording.make({ ...large, gopSeconds }), await Recording.make(small)] as const;
  const stops = [recordings[0].play(first), ...others.map((url) => recordings[1].play(url))];
  try {
    await show.untilLive();
    await page.goto(`${show.baseUrl}/events/${show.eventId}/multiview?layout=auto`);
    await page.locator('video').nth(3).waitFor({ timeout: 20_000 });
    await sleep(forMs(5_000));
    const times: number[] = [];
    for (let index = 0; index < tries; index++) {
      await untilLarge(page, false);
      await sleep(restMs());
      times.push(await timeFocus(page));
      await page.keyboard.press('Escape');
    }
    const ms = (value: number) => Math.round(value);
    row(gopSeconds, ms(quantile(times, 0.5)), ms(quantile(times, 0.95)), ms(Math.max(...times)), tries, load());
  } finally {
    for (const stop of stops) stop();
    await page.goto('about:blank');
    await show.removeCameras();
    for (const recording of recordings) await recording.remove();
  }
}

const numbers = process.argv.slice(2).map(Number);
const tries = numbers.find((number) => number > 10) ?? defaultTries;
const gops = numbers.filter((number) => number <= 10);
const show = await Show.start();
const browser = await chromium.launch(await browserLaunch());
try {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await show.signIn(context);
  const page = await context.newPage();
  head('GOP, s', 'p50 ms', 'p95 ms', 'worst ms', 'tries', 'load');
  for (const gopSeconds of gops.length > 0 ? gops : eachOf(defaultGops))
    await benchFocus(page, show, gopSeconds, tries);
} finally {
  await browser.close();
  await show.stop();
}
