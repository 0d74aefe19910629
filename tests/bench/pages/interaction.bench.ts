import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Locator, type Page } from '@playwright/test';
import { ffmpeg, stopFfmpegs } from '../../support/camera/ffmpeg';
import { browserLaunch } from '../../support/journeys/browser';
import { descendants } from '../../support/product/processes';
import { forMs, times } from '../support/glance';
import { measureUsage } from '../support/process-usage';
import { quantile } from '../support/quantile';
import { Show } from '../support/show';
import { head, load, row } from '../support/table';
import { benchComments } from './comment-arrivals';
import { type Interaction, InteractionProbe } from './interaction-probe';
import { benchPtz } from './ptz-moves';
import { watchStolen } from './watch-stolen';

/*
 * `npm run bench interaction [SCREEN…]` measures how soon pages answer a click or a key while sixteen cameras are live on
 * them. All cameras send the same encoded clip, so that almost only the viewer works. The machine's idle share is
 * printed beside the figures. `comments` in place of a screen measures how soon a guest's comment is on the director's
 * pages. `ptz` measures how soon a drag on a picture moves its camera.
 */

const wanted = process.argv.slice(2);
/** The question there is how soon they come. Few cameras are enough. */
const ofComments = wanted.includes('comments');
const ofPtz = wanted.includes('ptz');
const cameras = ofPtz ? 0 : ofComments ? 4 : times(16, 4);
const clip = { size: '320x180', fps: 12, seconds: 20 };
const settleMs = forMs(10_000);
const restMs = forMs(8_000, 1_000);

interface Screen {
  name: string;
  path(show: Show): string;
  /** Selects an element that each live camera in view has. */
  live: string;
  /** Shows all of them at once. */
  prepare?(page: Page): Promise<void>;
  presses: Press[];
}

/** A key, or a click on something. */
type Press = { key: string } | { name: string; on(page: Page): Locator };

const press = (key: string): Press => ({ key });
const click = (role: 'button' | 'tab' | 'textbox', name: string): Press => ({
  name,
  on: (page) => page.getByRole(role, { name, exact: true }).first(),
});
const video = '[data-testid="preview-video"]:not(.opacity-0)';

const screens: Screen[] = [
  {
    name: 'dashboard',
    path: () => '/streams',
    live: '[data-testid="stream-row"]:has-text("fps")',
    presses: [
      ...[3, 7, 11, 2, 14, 5, 9, 1].map((camera) => click('button', `Camera ${camera}`)),
      ...['15 min', '1 h', 'Live'].map((period) => click('tab', period)),
    ],
  },
  {
    name: 'event',
    path: ({ eventId }) => `/events/${eventId}`,
    live: video,
    presses: [
      click('button', 'Show connection details'),
      click('button', 'Hide connection details'),
      click('button', 'Actions for Camera 2'),
      press('Escape'),
      click('button', 'Actions for Camera 3'),
      press('Escape'),
      click('textbox', 'Stream name'),
      press('x'),
    ],
  },
  {
    name: 'multiview',
    path: ({ eventId }) => `/events/${eventId}/multiview?layout=auto`,
    live: video,
    async prepare(page) {
      // The bar is away while nobody moves, and comes for the keyboard.
      await page.getByRole('button', { name: '4 columns' }).press('Enter');
    },
    presses: [
      ...['ArrowRight', 'ArrowRight', 'ArrowDown', 'h', 'h', '5', 'Escape', '9', 'Escape', 'm', 'm', '?', 'Escape'].map(
        press,
      ),
      ...[2, 4].map((columns) => click('button', `${columns} columns`)),
    ],
  },
];

const ms = (value: number) => value.toFixed(0);

/** Encodes the clip that all cameras send. */
async function encodeClip(folder: string): Promise<string> {
  const file = path.join(folder, 'clip.ts');
  const { ended } = ffmpeg([
    ...['-f', 'lavfi', '-i', `testsrc2=size=${clip.size}:rate=${clip.fps}`],
    ...['-f', 'lavfi', '-i', 'sine=frequency=330:sample_rate=48000,tremolo=f=2:d=0.8', '-t', String(clip.seconds)],
    ...['-c:v', 'libx264', '-preset', 'fast', '-profile:v', 'baseline', '-pix_fmt', 'yuv420p'],
    ...['-g', String(clip.fps), '-b:v', '150k', '-c:a', 'aac', '-b:a', '64k', '-f', 'mpegts', file],
  ]);
  if ((await ended) !== 0) throw new Error('ffmpeg could not encode the clip');
  return file;
}

async function openPage(show: Show, screen: Screen): Promise<{ page: Page; probe: InteractionProbe }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript((token) => localStorage.setItem('sl_token', token), show.token);
  const page = await context.newPage();
  const probe = await InteractionProbe.install(page);
  await page.goto(show.baseUrl + screen.path(show));
  return { page, probe };
}

/** How many cores each kind of process used, all of its processes together; Postgres, whose own come and go, left out. */
async function measureCores(durationMs: number): Promise<Record<'page' | 'graphics' | 'product', number>> {
  const own = descendants(process.pid);
  const groups = {
    page: own.filter(({ command }) => command.includes('--type=renderer')),
    graphics: own.filter(({ command }) => command.includes('--type=gpu-process')),
    product: own.filter(({ command }) => /\.mjs|livekit|ffmpeg|sightline-worker/.test(command)),
  };
  const entries = Object.entries(groups).map(async ([name, rows]) => {
    const usage = await measureUsage(
      rows.map(({ pid }) => pid),
      durationMs,
    );
    return [name, usage.reduce((sum, { cores }) => sum + cores, 0)];
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function benchScreen(show: Show, screen: Screen): Promise<{ interactions: Interaction[]; stolen: number }> {
  const { page, probe } = await openPage(show, screen);
  const live = page.locator(screen.live);
  await live.first().waitFor({ timeout: 30_000 });
  await screen.prepare?.(page);
  await sleep(settleMs);
  const [rest, cores] = await Promise.all([probe.measureRest(restMs), measureCores(restMs)]);
  const fps = await probe.countFrames(restMs / 2);
  row(
    ...[screen.name, await live.count(), fps.toFixed(1), ms(rest.total), ms(rest.script), ms(rest.style)],
    ...[ms(rest.layout), cores.page.toFixed(2), cores.graphics.toFixed(2), cores.product.toFixed(2)],
    load(),
  );
  const interactions: Interaction[] = [];
  const readStolen = watchStolen();
  for (const one of screen.presses) {
    if ('key' in one) {
      interactions.push(await probe.press(one.key));
      continue;
    }
    // Keys do not bring the multiview's bar back; the pointer does.
    await page.mouse.move(2, 2);
    await page.mouse.move(1, 1);
    interactions.push(await probe.click(one.name, one.on(page)));
  }
  const stolen = readStolen();
  await page.context().close();
  return { interactions, stolen };
}

const folder = await mkdtemp(path.join(tmpdir(), 'sightline-interaction-'));
const show = await Show.start();
const browser = await chromium.launch(await browserLaunch());
try {
  const file = await encodeClip(folder);
  // One by one, so that their frames do not come all at once, as they would from one source.
  for (const url of await show.addCameras(cameras)) {
    ffmpeg(['-re', '-stream_loop', '-1', '-i', file, '-c', 'copy', '-f', 'mpegts', `${url}&pkt_size=1316`]);
    await sleep(1000 / clip.fps / cameras);
  }
  await show.untilLive();

  if (ofComments) await benchComments(show, browser);
  if (ofPtz) await benchPtz(show, browser);
  console.log('at rest: main thread in ms of CPU time a second; page, graphics and product in cores');
  head('screen', 'live', 'fps', 'main thread', 'script', 'style', 'layout', 'page', 'graphics', 'product', 'load');
  const results: [Screen, Awaited<ReturnType<typeof benchScreen>>][] = [];
  for (const screen of screens) {
    if (wanted.length === 0 || wanted.includes(screen.name)) results.push([screen, await benchScreen(show, screen)]);
  }
  console.log('\neach interaction, ms');
  head('screen', 'press', 'to next paint', 'before', 'own code', 'main thread CPU');
  for (const [{ name }, { interactions }] of results) {
    for (const one of interactions)
      row(name, one.name, ...[one.durationMs, one.delayMs, one.processingMs, one.mainThreadMs].map(ms));
  }
  console.log('\nall interactions, ms');
  head('screen', 'to next paint p50', 'p98', 'main thread CPU p50', 'worst', 'stolen by the host, %');
  for (const [{ name }, { interactions, stolen }] of results) {
    const durations = interactions.map(({ durationMs }) => durationMs);
    const spent = interactions.map(({ mainThreadMs }) => mainThreadMs);
    row(
      name,
      ...[quantile(durations, 0.5), quantile(durations, 0.98), quantile(spent, 0.5), Math.max(...spent), stolen].map(
        ms,
      ),
    );
  }
} finally {
  await browser.close();
  stopFfmpegs();
  await show.stop();
  await rm(folder, { recursive: true, force: true });
}
