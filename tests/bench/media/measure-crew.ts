import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { cpuSeconds, measureUsage } from '../support/process-usage';
import { quantile } from '../support/quantile';
import type { Show } from '../support/show';
import { head, load, row } from '../support/table';
import { type Clip, makeClip, PretendPhone } from './pretend-phone';

const counts = [1, 5, 10, 20, 30];
const settleMs = 8_000;
const watchMs = 10_000;
const frameMs = 1_000 / 60;

const cores = (value: number | undefined) => (value ?? 0).toFixed(3);
const ms = (value: number) => value.toFixed(1);

const missedOf = (phones: PretendPhone[]): number => phones.reduce((sum, phone) => sum + phone.missedReports, 0);

/** Adds phones to a crew until it has so many. */
async function grow(phones: PretendPhone[], show: Show, count: number, clip: Clip | null): Promise<void> {
  const path = await show.invitePhones(`Crew of ${count}`, count - phones.length);
  while (phones.length < count) {
    phones.push(await PretendPhone.join(show, path, `Person ${phones.length + 1}`, clip));
  }
}

/** Measures how the cost of an event grows with its phones, each 720p30 with sound, and nobody watches. */
export async function measureCrew(show: Show): Promise<void> {
  const clip = await makeClip();
  const phones: PretendPhone[] = [];
  head(
    'phones',
    'live',
    'cores a worker',
    'all workers',
    'LiveKit',
    'web',
    'gateway',
    'this bench',
    'missed reports',
    'load',
  );
  for (const count of counts) {
    await grow(phones, show, count, clip);
    await sleep(settleMs);
    const workers = show.workerPids();
    const { livekitPid, webPid, gatewayPid } = show;
    const ownBefore = cpuSeconds(process.pid);
    const usage = await measureUsage([livekitPid, webPid, gatewayPid, ...workers], watchMs);
    const own = (cpuSeconds(process.pid) - ownBefore) / (watchMs / 1_000);
    const [livekit, web, gateway, ...each] = usage.map((used) => used.cores);
    const all = each.reduce((sum, used) => sum + used, 0);
    const live = (await show.listStreams()).filter(({ attributes }) => attributes.signal === 'live').length;
    const parts = [all / each.length, all, livekit, web, gateway, own].map(cores);
    row(count, live, ...parts, missedOf(phones), load());
  }
  for (const phone of phones) await phone.leave();
  await show.removeCameras();
}

/** Measures the crew board's frames while 30 phones report once a second. They are off, so that the board alone is busy. */
export async function measureBoard(browser: Browser, show: Show): Promise<void> {
  const phones: PretendPhone[] = [];
  await grow(phones, show, counts.at(-1) ?? 0, null);
  await show.stopStreams();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await show.signIn(context);
  const board = await context.newPage();
  await board.goto(`${show.baseUrl}/events/${show.eventId}/crew`);
  await board
    .getByTestId('crew-member')
    .nth(phones.length - 1)
    .waitFor();
  await sleep(settleMs);
  const { frames, changes } = await board.evaluate(async (durationMs) => {
    const frames: number[] = [];
    let changes = 0;
    const list = document.querySelector('[aria-label="Crew"]');
    if (!list) throw new Error('no board');
    const observer = new MutationObserver((mutations) => {
      changes += mutations.length;
    });
    observer.observe(list, { subtree: true, childList: true, characterData: true });
    let beforeMs = performance.now();
    const endMs = beforeMs + durationMs;
    await new Promise<void>((resolve) => {
      const onFrame = () => {
        const nowMs = performance.now();
        frames.push(nowMs - beforeMs);
        beforeMs = nowMs;
        if (nowMs < endMs) requestAnimationFrame(onFrame);
        else resolve();
      };
      requestAnimationFrame(onFrame);
    });
    observer.disconnect();
    return { frames, changes };
  }, watchMs);
  head(
    'crew board',
    'frames a second',
    'p50 ms',
    'p95 ms',
    'max ms',
    'frames over 1.5 × 16.7 ms',
    'changes a second',
    'missed reports',
    'load',
  );
  row(
    `${phones.length} phones that report`,
    (frames.length / (watchMs / 1_000)).toFixed(1),
    ...[0.5, 0.95, 1].map((part) => ms(quantile(frames, part))),
    `${((100 * frames.filter((each) => each > 1.5 * frameMs).length) / frames.length).toFixed(1)} %`,
    (changes / (watchMs / 1_000)).toFixed(0),
    missedOf(phones),
    load(),
  );
  for (const phone of phones) await phone.leave();
  await context.close();
  await show.removeCameras();
}
