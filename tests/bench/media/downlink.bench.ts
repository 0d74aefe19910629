import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, chromium } from '@playwright/test';
import { browserLaunch } from '../../support/journeys/browser';
import { takeFrameSizes } from '../../support/journeys/frame-sizes';
import type { ImpairmentProxy } from '../../support/network/impairment-proxy';
import { Show } from '../support/show';
import { head, load, row } from '../support/table';
import { openWall, unwatchedMs, withCameras, withDownlink } from '../support/wall';

/*
 * `npm run bench downlink [SECONDS]`: how often tiles fall back to the low layer on a downlink that carries more than their
 * cameras have. Each keyframe waits for the link for a moment, and each bridge. Cameras, product and viewer share this machine.
 */

const fullHd = { width: 1920, height: 1080, fps: 30, bitrateKbps: 4_000, gopSeconds: 2 };
const hd = { width: 1280, height: 720, fps: 30, bitrateKbps: 2_000, gopSeconds: 1 };
const scenarios = [
  { cameraCount: 1, format: fullHd, rateKbps: 10_000 },
  { cameraCount: 1, format: fullHd, rateKbps: 6_000 },
  { cameraCount: 2, format: fullHd, rateKbps: 12_000 },
  { cameraCount: 6, format: { ...hd, width: 960, height: 540, fps: 15 }, rateKbps: 20_000 },
  { cameraCount: 6, format: hd, rateKbps: 20_000 },
];
const queueMs = 1_000;
const openings = 2;

type Scenario = (typeof scenarios)[number];

async function benchScenario(
  context: BrowserContext,
  show: Show,
  downlink: ImpairmentProxy,
  { cameraCount, format, rateKbps }: Scenario,
): Promise<void> {
  downlink.impair({ rateKbps, queueMs });
  const page = await openWall(context, show);
  const latestWidth = new Map<string, number>();
  let [frames, lowFrames, stepsDown] = [0, 0, 0];
  for (const endMs = performance.now() + 1_000 * seconds; performance.now() < endMs; await sleep(200)) {
    for (const { participant, width } of await takeFrameSizes(page)) {
      const before = latestWidth.get(participant) ?? 0;
      const isLow = width < format.width;
      // A tile may begin with the low layer.
      if (isLow && before === 0) continue;
      latestWidth.set(participant, width);
      frames++;
      if (isLow) lowFrames++;
      if (width < before) stepsDown++;
    }
  }
  const lowPercent = Math.round((100 * lowFrames) / frames);
  row(cameraCount, format.height, format.bitrateKbps, rateKbps, stepsDown, `${lowPercent} %`, load());
}

const [seconds = 30] = process.argv.slice(2).map(Number);
const show = await Show.start();
const browser = await chromium.launch(await browserLaunch());
try {
  head('cameras', 'lines', 'kbit/s', 'downlink, kbit/s', `steps down in ${seconds} s`, 'low frames', 'load');
  for (const scenario of scenarios) {
    await withCameras(show, scenario.cameraCount, scenario.format, async () => {
      for (let opening = 0; opening < openings; opening++) {
        await withDownlink(browser, show, (context, downlink) => benchScenario(context, show, downlink, scenario));
        await sleep(unwatchedMs);
      }
    });
  }
} finally {
  await browser.close();
  await show.stop();
}
