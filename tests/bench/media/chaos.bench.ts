import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { type BarcodeCamera, startBarcodeCamera } from '../../support/camera/barcode-camera';
import { browserLaunch } from '../../support/journeys/browser';
import { type ImpairmentProxy, openImpairmentProxy } from '../../support/network/impairment-proxy';
import { until } from '../../support/until';
import { eachOf, forMs, times } from '../support/glance';
import { quantile } from '../support/quantile';
import { Show } from '../support/show';
import { head, load, row } from '../support/table';
import { installFrameRecorder, type RecordedFrame, takeFrames } from './frame-recorder';

/*
 * `npm run bench chaos [PART…]` kills each part of the product in turn under four live cameras. It prints how long a
 * viewer saw no live frame, then puts two cameras through bad networks. Cameras, product and viewer share this machine.
 */

interface LiveCamera {
  streamId: string;
  participant: string;
  network: ImpairmentProxy;
  address: string;
  encoder: BarcodeCamera;
}

interface Outage {
  name: string;
  /** Breaks something. @returns the camera that it concerns, or null for all of them */
  breakIt(world: World): Promise<void>;
  watchMs: number;
  /** The camera's own end is what comes back: time counts from there, too. */
  isOfCamera?: boolean;
}

interface World {
  show: Show;
  page: Page;
  cameras: LiveCamera[];
}

/** A frame older than this is not live. */
const liveWithinMs = 2_000;
const settleMs = forMs(4_000);
const video = { width: 640, height: 360, bitrateKbps: 800, hasAudio: false };

async function cutFor(cameras: LiveCamera[], durationMs: number): Promise<void> {
  for (const { network } of cameras) network.cut();
  await sleep(durationMs);
  for (const { network } of cameras) network.restore();
}

const outages: Outage[] = [
  // The baseline: gaps that come from this machine's load alone.
  { name: 'nothing', watchMs: 10_000, breakIt: async () => undefined },
  {
    name: 'worker',
    watchMs: 6_000,
    // One after the other: a crash is of one stream.
    async breakIt({ show }) {
      for (const pid of show.workerPids()) {
        process.kill(pid, 'SIGKILL');
        await sleep(5_000);
      }
    },
  },
  { name: 'livekit', watchMs: 15_000, breakIt: async ({ show }) => void process.kill(show.livekitPid, 'SIGKILL') },
  { name: 'gateway', watchMs: 15_000, breakIt: async ({ show }) => void process.kill(show.gatewayPid, 'SIGKILL') },
  { name: 'postgres', watchMs: 10_000, breakIt: async ({ show }) => void process.kill(show.postgresPid, 'SIGKILL') },
  {
    name: 'camera',
    watchMs: 8_000,
    isOfCamera: true,
    async breakIt({ cameras }) {
      for (const { encoder } of cameras) encoder.stop();
      await sleep(5_000);
      for (const camera of cameras) camera.encoder = startBarcodeCamera({ ...video, urls: [camera.address] });
    },
  },
  { name: 'network-10s', watchMs: 10_000, isOfCamera: true, breakIt: ({ cameras }) => cutFor(cameras, 10_000) },
  { name: 'network-60s', watchMs: 10_000, isOfCamera: true, breakIt: ({ cameras }) => cutFor(cameras, 60_000) },
  {
    name: 'new-address',
    watchMs: 14_000,
    isOfCamera: true,
    async breakIt({ cameras }) {
      for (const { network } of cameras) network.moveClients();
    },
  },
];

/** The longest time between two live frames, from `startMs` on. */
function longestOutageMs(frames: RecordedFrame[], startMs: number, endMs: number): number {
  const live = frames.filter(({ ageMs }) => ageMs !== null && ageMs < liveWithinMs).map(({ shownMs }) => shownMs);
  const times = [startMs, ...live.filter((shownMs) => shownMs > startMs), endMs];
  return Math.max(...times.slice(1).map((shownMs, index) => shownMs - (times[index] ?? shownMs)));
}

/** When encoders of a stream were let in, by the gateway's log. */
const connectionTimes = (show: Show, streamId: string): number[] =>
  show.product
    .output()
    .split('\n')
    .filter((line) => line.includes('"router: connected"') && line.includes(streamId))
    .map((line) => Date.parse(JSON.parse(line).time));

async function measureOutage(world: World, { breakIt, watchMs, isOfCamera }: Outage) {
  const { page, show, cameras } = world;
  await takeFrames(page);
  const startMs = Date.now();
  await breakIt(world);
  await sleep(forMs(watchMs));
  const endMs = Date.now();
  const frames = await takeFrames(page);
  return cameras.map(({ participant, streamId }) => {
    const own = frames.filter((frame) => frame.participant === participant);
    const returnMs = connectionTimes(show, streamId)
      .filter((timeMs) => timeMs > startMs)
      .at(-1);
    const isAfterReturn = ({ shownMs, ageMs }: RecordedFrame) =>
      returnMs !== undefined && ageMs !== null && shownMs - ageMs > returnMs - liveWithinMs && shownMs > returnMs;
    const seenAgainMs = own.find(isAfterReturn)?.shownMs;
    return {
      outageMs: longestOutageMs(own, startMs, endMs),
      afterReturnMs: isOfCamera && returnMs && seenAgainMs ? seenAgainMs - returnMs : null,
    };
  });
}

const seconds = (ms: number) => (Number.isFinite(ms) ? (ms / 1000).toFixed(2) : '-');
const medianAndWorst = (values: number[]) => [seconds(quantile(values, 0.5)), seconds(Math.max(...values))];
/** "-" where there was nothing to measure. */
const figure = (value: number, digits: number, unit = '') =>
  Number.isNaN(value) ? '-' : `${value.toFixed(digits)}${unit}`;

async function openMultiview(browser: Browser, show: Show): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 1000 } });
  await show.signIn(context);
  await installFrameRecorder(context);
  const page = await context.newPage();
  await page.goto(`${show.baseUrl}/events/${show.eventId}/multiview?layout=auto`);
  return page;
}

async function openCameras(show: Show, latenciesMs: number[]): Promise<LiveCamera[]> {
  await show.addCameras(latenciesMs.length);
  const streams = await show.listStreams();
  return Promise.all(
    streams.map(async ({ id, attributes }, index) => {
      const network = await openImpairmentProxy(Number(show.env.SRT_INGEST_PORT), {}, index);
      const address = `srt://127.0.0.1:${network.port}?mode=caller&streamid=${attributes.stream_key}`;
      const encoder = startBarcodeCamera({ ...video, urls: [address], latencyMs: latenciesMs[index] });
      return { streamId: id, participant: attributes.participant_identity, network, address, encoder };
    }),
  );
}

async function closeCameras(show: Show, cameras: LiveCamera[]): Promise<void> {
  for (const { encoder, network } of cameras) {
    encoder.stop();
    network.close();
  }
  await show.removeCameras();
}

async function untilAllShown(page: Page, cameras: LiveCamera[]): Promise<void> {
  await until(
    'the page shows frames of all cameras',
    async () => {
      const shown = new Set((await takeFrames(page)).map(({ participant }) => participant));
      return cameras.every(({ participant }) => shown.has(participant));
    },
    { timeoutMs: 30_000 },
  );
  await sleep(settleMs);
}

async function benchOutages(browser: Browser, show: Show, wanted: Outage[]): Promise<void> {
  const cameras = await openCameras(
    show,
    Array.from({ length: times(4, 2) }, () => 120),
  );
  const page = await openMultiview(browser, show);
  try {
    await untilAllShown(page, cameras);
    head(
      'killed or cut',
      'no live frame, median s',
      'worst s',
      "after the encoder's return, median s",
      'worst s',
      'load',
    );
    for (const outage of wanted) {
      const results = await measureOutage({ show, page, cameras }, outage);
      const afterReturn = results.flatMap(({ afterReturnMs }) => afterReturnMs ?? []);
      const cells = [...medianAndWorst(results.map(({ outageMs }) => outageMs)), ...medianAndWorst(afterReturn)];
      row(outage.name, ...cells, load());
      await sleep(settleMs);
    }
  } finally {
    await page.context().close();
    await closeCameras(show, cameras);
  }
}

const networks = [0.01, 0.05, 0.1].flatMap((loss) =>
  [25, 125].map((delayMs) => ({ loss, delayMs, jitterMs: 10, rateKbps: Number.POSITIVE_INFINITY })),
);
const impairedMs = forMs(6_000);
const healedMs = forMs(5_000);

async function benchNetworks(browser: Browser, show: Show): Promise<void> {
  const latenciesMs = [120, 2_000];
  const cameras = await openCameras(show, latenciesMs);
  const page = await openMultiview(browser, show);
  try {
    await untilAllShown(page, cameras);
    head('\nloss', 'round trip ms', 'SRT latency ms', 'fps', 'damaged', 'p50 ms', 'p50 ms, 5 s later', 'load');
    for (const network of eachOf(networks)) {
      for (const camera of cameras) camera.network.impair(network);
      await sleep(forMs(2_500));
      await takeFrames(page);
      await sleep(impairedMs);
      const impaired = await takeFrames(page);
      for (const camera of cameras) camera.network.impair({ loss: 0, delayMs: 0, jitterMs: 0 });
      await sleep(healedMs);
      await takeFrames(page);
      await sleep(1_000);
      const healed = await takeFrames(page);
      for (const [index, { participant }] of cameras.entries()) {
        const own = impaired.filter((frame) => frame.participant === participant);
        const agesOf = (frames: RecordedFrame[]) =>
          frames.flatMap((frame) => (frame.participant === participant ? (frame.ageMs ?? []) : []));
        row(
          `${network.loss * 100} %`,
          network.delayMs * 2,
          latenciesMs[index] ?? '',
          (own.length / (impairedMs / 1000)).toFixed(1),
          figure((100 * own.filter(({ ageMs }) => ageMs === null).length) / own.length, 1, ' %'),
          figure(quantile(agesOf(impaired), 0.5), 0),
          figure(quantile(agesOf(healed), 0.5), 0),
          load(),
        );
      }
    }
  } finally {
    await page.context().close();
    await closeCameras(show, cameras);
  }
}

/** Takes a minute by itself. */
const onlyByName = ['network-60s'];
const wanted = process.argv.slice(2);
const isWanted = (name: string) => (wanted.length === 0 ? !onlyByName.includes(name) : wanted.includes(name));
const show = await Show.start({ LOG_LEVEL: 'info' });
const browser = await chromium.launch(await browserLaunch());
try {
  const wantedOutages = eachOf(outages).filter(({ name }) => isWanted(name));
  if (wantedOutages.length > 0) await benchOutages(browser, show, wantedOutages);
  if (isWanted('networks')) await benchNetworks(browser, show);
} finally {
  await browser.close();
  await show.stop();
}
