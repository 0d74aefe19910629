import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, chromium } from '@playwright/test';
import type { RecordingOptions } from '../../support/camera/recorded-camera';
import { browserLaunch } from '../../support/journeys/browser';
import { longestGapsMs, takeFrameSizes } from '../../support/journeys/frame-sizes';
import type { ImpairmentProxy } from '../../support/network/impairment-proxy';
import { eachOf, forMs } from '../support/glance';
import { openMultiview, tileCount, untilSharp, unwatchedMs, withCameras, withDownlink } from '../support/large-tiles';
import { Show } from '../support/show';
import { head, load, row } from '../support/table';

/*
 * `npm run bench narrow [RUNS]` limits a multiview with six large tiles to a downlink of 3 Mbit/s for 40 s. The limit
 * begins before it opens, or while it is open. Cameras, product and viewer share this machine.
 */

const qhd = { width: 960, height: 540, fps: 15, bitrateKbps: 2_000, gopSeconds: 1 };
/** The last leaves two cores no time, so that more bits come with fewer pixels: a downlink carries bits. */
const formats = [qhd, { ...qhd, bitrateKbps: 4_000 }, { ...qhd, width: 1280, height: 720, fps: 30 }];
const narrowKbps = 3_000;
const narrowMs = forMs(40_000, 2_000);
/** LiveKit has stepped down what it must by then, and tries again and again whether it may step up. */
const steadyAfterMs = forMs(10_000);
/** Queue of the narrow link: as in many routers, and as in routers that keep everything. */
const queuesMs = [250, 1_000];
/** When it narrows: before the page opens, or so long after all tiles are sharp. After 10 s no low layer is made any more. */
const moments = [
  { name: 'as the page opens' },
  { name: 'once sharp', sharpMs: 0 },
  { name: 'watched for 10 s', sharpMs: 10_000 },
];

interface Narrowing {
  format: RecordingOptions;
  queueMs: number;
  moment: (typeof moments)[number];
}

async function benchNarrowing(
  context: BrowserContext,
  show: Show,
  downlink: ImpairmentProxy,
  { format, queueMs, moment }: Narrowing,
): Promise<void> {
  const narrow = () => downlink.impair({ rateKbps: narrowKbps, queueMs });
  await sleep(forMs(unwatchedMs));
  if (moment.sharpMs === undefined) narrow();
  const page = await openMultiview(context, show);
  if (moment.sharpMs !== undefined) {
    const { sharpMs } = await untilSharp(page, format.width);
    if (!sharpMs.every(Number.isFinite)) throw new Error('The multiview is not sharp.');
    await sleep(moment.sharpMs);
    await takeFrameSizes(page);
    narrow();
  }
  await sleep(narrowMs);
  const toMs = await page.evaluate(() => performance.now());
  const frames = await takeFrameSizes(page);
  const firstMs = new Map(frames.toReversed().map(({ participant, shownMs }) => [participant, Math.round(shownMs)]));
  const steady = { fromMs: toMs - narrowMs + steadyAfterMs, toMs };
  downlink.impair({ rateKbps: Number.POSITIVE_INFINITY });
  const again = await untilSharp(page, format.width);
  row(
    `${format.width}x${format.height}, ${format.fps}`,
    format.bitrateKbps,
    queueMs,
    moment.name,
    moment.sharpMs === undefined ? [...firstMs.values()].toSorted((a, b) => a - b).join(', ') : '',
    Math.round(Math.max(...longestGapsMs(frames, { toMs }).values())),
    Math.round(Math.max(...longestGapsMs(frames, steady).values())),
    Math.round(Math.max(...again.sharpMs) - toMs),
    load(),
  );
}

const [runs = 1] = process.argv.slice(2).map(Number);
const show = await Show.start();
const browser = await chromium.launch(await browserLaunch());
try {
  head(
    'camera, fps',
    'kbit/s',
    'queue, ms',
    `${narrowKbps} kbit/s`,
    'first pictures, ms',
    'longest gap, ms',
    `after ${steadyAfterMs / 1_000} s`,
    'all sharp after widening, ms',
    'load',
  );
  for (const format of eachOf(formats)) {
    for (const queueMs of eachOf(queuesMs)) {
      for (const moment of eachOf(moments)) {
        for (let run = 0; run < runs; run++) {
          await withCameras(show, tileCount, format, () =>
            withDownlink(browser, show, (context, downlink) =>
              benchNarrowing(context, show, downlink, { format, queueMs, moment }),
            ),
          );
        }
      }
    }
  }
} finally {
  await browser.close();
  await show.stop();
}
