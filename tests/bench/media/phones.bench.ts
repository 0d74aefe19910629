import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { browserLaunch } from '../../support/journeys/browser';
import { readBarcodes } from '../../support/journeys/read-barcodes';
import { forMs, times } from '../support/glance';
import { measureUsage } from '../support/process-usage';
import { quantile } from '../support/quantile';
import { Show } from '../support/show';
import { head, load, row } from '../support/table';
import { measureBeside } from './measure-beside';
import { measureBoard, measureCrew } from './measure-crew';
import { measureCuts } from './measure-cuts';
import { measureHandOvers } from './measure-hand-overs';
import { measureJoins } from './measure-joins';
import { measureLipSync } from './measure-lip-sync';
import { measureRecovery } from './measure-recovery';
import { measureTalkback } from './measure-talkback';
import { fakeDevices, openMultiview, showClock } from './phone-pages';
import { watchSrt } from './srt-frames';

/*
 * `npm run bench phones [PART…]` measures all parts, or those that are named. `joins` is how soon 20 phones, or
 * `joins=COUNT`, are on the multiview. `talkback` is how late a director's voice is. `recovery` is how soon a phone is back after
 * what happens to it and to the servers. `cuts` is how soon a phone is red after a cut. `handover` is how soon another
 * phone has the camera. `lipsync` is how far sound and picture are apart, on the multiview and by SRT.
 * `latency` is how old frames are there, and what a worker costs. `board` is the crew board's frames while 30 phones
 * report. `crew` is how cost grows to 30 phones. `beside` has 1 to 20 phones, or `beside=COUNT`, beside four SRT cameras.
 *
 * Phones, product and viewers share this machine and its clock.
 */

const settleMs = forMs(8_000);
const watchMs = forMs(20_000, 2_000);
/** LiveKit takes this long to notice that nobody watches any more. */
const unwatchedAfterMs = forMs(30_000);

const ms = (value: number) => String(Math.round(value));

/** Publishes a clock (see showClock) by WHIP in H.264 720p30 with sound, from a page of the product's own origin. */
async function startPhone(browser: Browser, show: Show, whipPath: string): Promise<BrowserContext> {
  const context = await browser.newContext();
  await showClock(context);
  const page = await context.newPage();
  await page.goto(`${show.baseUrl}/`);
  await page.evaluate(async (whip) => {
    const stream = await navigator.mediaDevices.getUserMedia({ video: true, audio: true });
    const [video] = stream.getVideoTracks();
    const [sound] = stream.getAudioTracks();
    if (!video || !sound) throw new Error('no tracks');
    const connection = new RTCPeerConnection();
    const transceiver = connection.addTransceiver(video, {
      direction: 'sendonly',
      sendEncodings: [{ maxBitrate: 2_000_000 }],
    });
    const codecs = RTCRtpSender.getCapabilities('video')?.codecs ?? [];
    transceiver.setCodecPreferences(codecs.filter(({ mimeType }) => /h264/i.test(mimeType)));
    connection.addTransceiver(sound, { direction: 'sendonly' });
    await connection.setLocalDescription(await connection.createOffer());
    const answer = await fetch(whip, {
      method: 'POST',
      headers: { 'content-type': 'application/sdp' },
      body: connection.localDescription?.sdp ?? '',
    });
    if (answer.status !== 201) throw new Error(`WHIP: ${answer.status} ${await answer.text()}`);
    await connection.setRemoteDescription({ type: 'answer', sdp: await answer.text() });
    Object.assign(window, { connection });
  }, whipPath);
  return context;
}

async function measureLatency(browser: Browser, show: Show): Promise<void> {
  const { whipPath, viewAddress } = await show.addPhone();
  const phone = await startPhone(browser, show, whipPath);
  await show.untilLive();
  await sleep(settleMs);
  head('a phone, 720p30', 'frames a second', 'p50 ms', 'p95 ms', 'worker cores', 'LiveKit cores', 'load');
  const [unwatched, unwatchedLivekit] = await measureUsage([...show.workerPids(), show.livekitPid], watchMs);
  row('unwatched', '', '', '', unwatched?.cores.toFixed(3) ?? '', unwatchedLivekit?.cores.toFixed(3) ?? '', load());
  const context = await browser.newContext({ viewport: { width: 2200, height: 1000 } });
  const multiview = await openMultiview(context, show);
  const video = multiview.getByTestId('preview-video').first();
  await video.waitFor({ timeout: 20_000 });
  await sleep(settleMs);
  const [shown, played, [worker, livekit]] = await Promise.all([
    readBarcodes(video, watchMs),
    watchSrt(viewAddress, watchMs),
    measureUsage([...show.workerPids(), show.livekitPid], watchMs),
  ]);
  const cores = [worker?.cores.toFixed(3) ?? '', livekit?.cores.toFixed(3) ?? '', load()];
  const rate = (count: number) => (count / (watchMs / 1000)).toFixed(1);
  const ages = shown.flatMap(({ ageMs }) => ageMs ?? []);
  row('on the multiview', rate(shown.length), ms(quantile(ages, 0.5)), ms(quantile(ages, 0.95)), ...cores);
  row('SRT view output', rate(played.length), ms(quantile(played, 0.5)), ms(quantile(played, 0.95)), ...cores);
  await context.close();
  await sleep(unwatchedAfterMs);
  const [after, afterLivekit] = await measureUsage([...show.workerPids(), show.livekitPid], watchMs);
  row('unwatched again', '', '', '', after?.cores.toFixed(3) ?? '', afterLivekit?.cores.toFixed(3) ?? '', load());
  await phone.close();
}

const parts = ['joins', 'talkback', 'cuts', 'handover', 'recovery', 'lipsync', 'latency', 'board', 'crew', 'beside'];
const named = process.argv.slice(2);
const wanted = named.length === 0 || named.includes('all') ? parts : named;
const unknown = wanted.find((part) => !parts.includes(part.replace(/=.*/, '')));
if (unknown) throw new Error(`There is no part ${unknown}, but ${parts.join(', ')}.`);
/** The number behind a part's name. */
const countOf = (name: string): number | undefined =>
  wanted.flatMap((part) => (part.startsWith(`${name}=`) ? Number(part.split('=')[1]) : [])).at(0);
const show = await Show.start();
const launch = await browserLaunch();
const browser = await chromium.launch(Object.assign({}, launch, { args: [...(launch.args ?? []), ...fakeDevices] }));
const measures: [name: string, measure: () => Promise<void>][] = [
  ['joins', () => measureJoins(browser, show, countOf('joins') ?? times(20))],
  ['talkback', () => measureTalkback(browser, show)],
  ['cuts', () => measureCuts(browser, show)],
  ['handover', () => measureHandOvers(browser, show)],
  ['recovery', () => measureRecovery(browser, show)],
  ['lipsync', () => measureLipSync(browser, show)],
  ['latency', () => measureLatency(browser, show)],
  ['board', () => measureBoard(browser, show)],
  ['crew', () => measureCrew(show)],
  ['beside', () => measureBeside(show, countOf('beside'))],
];
try {
  for (const [name, measure] of measures) {
    if (!wanted.some((part) => part.replace(/=.*/, '') === name)) continue;
    await measure();
    await show.removeCameras();
  }
} finally {
  await browser.close();
  await show.stop();
}
