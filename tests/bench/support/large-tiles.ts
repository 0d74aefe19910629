import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { Recording, type RecordingOptions } from '../../support/camera/recorded-camera';
import { recordFrameSizes, takeFrameSizes } from '../../support/journeys/frame-sizes';
import { routeMedia } from '../../support/journeys/route-media';
import { type ImpairmentProxy, openImpairmentProxy } from '../../support/network/impairment-proxy';
import { times } from './glance';
import type { Show } from './show';

/** Number of cameras of a multiview with large tiles. */
export const tileCount = times(6, 2);
/** Three columns of 853 px: too wide for the low layer. */
const viewport = { width: 2560, height: 1000 };
const giveUpMs = 30_000;
/** livekit-server notices after 10 s that nobody watches cameras that have just come, or that nobody does any more. */
export const unwatchedMs = 12_000;

/** How soon a multiview of large tiles was sharp. */
export interface Opening {
  firstMs: number;
  /** Time from opening the page to each tile's first frame of the source layer. */
  sharpMs: number[];
}

/** A browser whose pages record what size each frame has. */
export async function openMultiviewContext(browser: Browser, show: Show): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport });
  await context.addInitScript((token) => localStorage.setItem('sl_token', token), show.token);
  await recordFrameSizes(context);
  return context;
}

/** Opens the multiview with large tiles. */
export async function openMultiview(context: BrowserContext, show: Show): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${show.baseUrl}/events/${show.eventId}/multiview?layout=3`);
  return page;
}

/** Waits until every tile shows the source layer, or for half a minute. */
export async function untilSharp(page: Page, sharpWidth: number): Promise<Opening> {
  const sharpMs = new Map<string, number>();
  let firstMs = Number.NaN;
  for (const deadlineMs = performance.now() + giveUpMs; performance.now() < deadlineMs; await sleep(200)) {
    for (const { participant, width, shownMs } of await takeFrameSizes(page)) {
      if (Number.isNaN(firstMs)) firstMs = shownMs;
      if (width === sharpWidth && !sharpMs.has(participant)) sharpMs.set(participant, shownMs);
    }
    if (sharpMs.size === tileCount) break;
  }
  const never = Array.from({ length: tileCount - sharpMs.size }, () => Number.POSITIVE_INFINITY);
  return { firstMs, sharpMs: [...sharpMs.values(), ...never] };
}

/** Runs something with a browser whose media comes by a downlink of its own. */
export async function withDownlink(
  browser: Browser,
  show: Show,
  run: (context: BrowserContext, downlink: ImpairmentProxy) => Promise<void>,
): Promise<void> {
  const livekitPort = Number(show.env.LIVEKIT_RTC_PORT);
  const downlink = await openImpairmentProxy(livekitPort);
  const context = await openMultiviewContext(browser, show);
  try {
    await routeMedia(context, livekitPort, downlink.port);
    await run(context, downlink);
  } finally {
    await context.close();
    downlink.close();
  }
}

/** Runs something while so many such cameras are live. */
export async function withCameras(
  show: Show,
  cameraCount: number,
  format: RecordingOptions,
  run: () => Promise<void>,
): Promise<void> {
  const recording = await Recording.make(format);
  const stops: (() => void)[] = [];
  try {
    for (const url of await show.addCameras(cameraCount)) {
      stops.push(recording.play(url));
      // Each with keyframes of its own.
      await sleep(Math.random() * 1_000 * format.gopSeconds);
    }
    await show.untilLive();
    await run();
  } finally {
    for (const stop of stops) stop();
    await show.removeCameras();
    await recording.remove();
  }
}
