import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { routeMedia } from '../../support/journeys/route-media';
import { type ImpairmentProxy, openImpairmentProxy } from '../../support/network/impairment-proxy';
import { until } from '../../support/until';
import type { Show } from '../support/show';
import { head, load, row } from '../support/table';
import { installFrameRecorder, type RecordedFrame, takeFrames } from './frame-recorder';
import { joinByLink, openMultiview, openPhones, showClock } from './phone-pages';
import { firstFrameSince } from './srt-frames';

const settleMs = 4_000;
const patienceMs = 30_000;
const frozenMs = 60_000;
const callMs = 10_000;
const runs = 3;

interface World {
  show: Show;
  phone: Page;
  network: ImpairmentProxy;
  viewAddress: string;
}

interface Outage {
  name: string;
  runs: number;
  /** Breaks something. Resolves when its cause is over: time counts from there. */
  breakIt(world: World): Promise<unknown>;
  /** Its worker alone is gone, which the multiview does not show. */
  isBySrt?: boolean;
}

const kill = (pid: number) => process.kill(pid, 'SIGKILL');

const outages: Outage[] = [
  {
    name: 'another network: socket and candidate pair gone',
    runs,
    async breakIt({ phone, network }) {
      network.strandClients();
      // As the system does with the sockets of an interface that is gone.
      await phone.evaluate(() => {
        for (const socket of Reflect.get(window, 'openSockets') as Set<WebSocket>) socket.close();
      });
    },
  },
  {
    name: 'a call of 10 s: track dead, flags live',
    runs,
    async breakIt({ phone }) {
      await phone.evaluate(() => {
        Object.assign(window, { isInCall: true });
        const preview = document.querySelector<HTMLVideoElement>('[data-testid="camera-preview"]');
        // Stopping fires no event, and so does a call.
        if (preview?.srcObject instanceof MediaStream) for (const track of preview.srcObject.getTracks()) track.stop();
      });
      await sleep(callMs);
      await phone.evaluate(() => Object.assign(window, { isInCall: false }));
    },
  },
  {
    name: 'page frozen for 60 s',
    runs: 1,
    async breakIt({ phone }) {
      const devtools = await phone.context().newCDPSession(phone);
      await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
      await sleep(frozenMs);
      await devtools.send('Page.setWebLifecycleState', { state: 'active' });
      await devtools.detach();
    },
  },
  { name: 'LiveKit killed', runs, breakIt: async ({ show }) => kill(show.livekitPid) },
  { name: 'web killed', runs, breakIt: async ({ show }) => kill(show.webPid) },
  {
    name: 'worker killed, by SRT',
    runs,
    isBySrt: true,
    breakIt: async ({ show }) => show.workerPids().map(kill),
  },
];

/** When the multiview shows a frame that was captured after `sinceMs`, and the longest time without a new frame. */
async function watchMultiview(multiview: Page, sinceMs: number) {
  const shown: RecordedFrame[] = [];
  const isNew = ({ shownMs, ageMs }: RecordedFrame) => ageMs !== null && shownMs - ageMs > sinceMs;
  await until(
    'the multiview shows a new frame',
    async () => {
      shown.push(...(await takeFrames(multiview)));
      return shown.some(isNew);
    },
    { timeoutMs: patienceMs },
  );
  // Some outages begin a moment later.
  await sleep(settleMs);
  shown.push(...(await takeFrames(multiview)));
  const times = [sinceMs, ...shown.map(({ shownMs }) => shownMs).filter((ms) => ms > sinceMs)];
  const backMs = shown.find(isNew)?.shownMs ?? Number.NaN;
  return { backMs, gapMs: Math.max(...times.slice(1).map((ms, index) => ms - (times[index] ?? ms))) };
}

/** Measures how soon a phone's picture is back after what happens to phones and servers. */
export async function measureRecovery(browser: Browser, show: Show): Promise<void> {
  const livekitPort = Number(show.env.LIVEKIT_RTC_PORT);
  const network = await openImpairmentProxy(livekitPort);
  const phones = await openPhones(browser);
  await showClock(phones);
  await routeMedia(phones, livekitPort, network.port);
  await phones.addInitScript(() => {
    const openSockets = new Set<WebSocket>();
    Object.assign(window, { openSockets });
    window.WebSocket = class extends WebSocket {
      constructor(...parts: ConstructorParameters<typeof WebSocket>) {
        super(...parts);
        openSockets.add(this);
        this.addEventListener('close', () => openSockets.delete(this));
      }
    };
  });
  const { page: phone } = await joinByLink(phones, show, await show.invitePhones('Balcony', 1));
  const context = await browser.newContext({ viewport: { width: 1600, height: 1000 } });
  await installFrameRecorder(context);
  const multiview = await openMultiview(context, show);
  await multiview.getByTestId('preview-video').first().waitFor({ timeout: 30_000 });
  await show.untilLive();
  const [stream] = await show.listStreams();
  const world = { show, phone, network, viewAddress: show.viewAddress(stream?.attributes.view_key ?? '') };
  head('what happened', 'back after s, each run', 'longest gap s', 'load');
  for (const outage of outages) {
    const backs: string[] = [];
    let maxGapMs = 0;
    for (let run = 0; run < outage.runs; run++) {
      await sleep(settleMs);
      await takeFrames(multiview);
      const startMs = Date.now();
      await outage.breakIt(world);
      // A kill takes effect at once, also where breaking took a moment.
      const overMs = Math.max(startMs, Date.now() - 1);
      if (outage.isBySrt) {
        backs.push(seconds((await firstFrameSince(world.viewAddress, overMs, patienceMs)) - overMs));
      } else {
        const { backMs, gapMs } = await watchMultiview(multiview, overMs);
        backs.push(seconds(backMs - overMs));
        maxGapMs = Math.max(maxGapMs, gapMs);
      }
    }
    row(outage.name, backs.join(', '), outage.isBySrt ? '' : seconds(maxGapMs), load());
  }
  await Promise.all([phones.close(), context.close()]);
  network.close();
  await show.removeCameras();
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(2);
