import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { introductionMs } from '@/server/worker/outputs/room/publish/low-layer-state';
import { type BarcodeCamera, startBarcodeCamera } from '../../support/camera/barcode-camera';
import { RtspServer } from '../../support/camera/rtsp-server';
import { browserLaunch } from '../../support/journeys/browser';
import { freeTcpPort } from '../../support/network/free-port';
import { until } from '../../support/until';
import { forMs, times } from '../support/glance';
import { measureUsage } from '../support/process-usage';
import { Show } from '../support/show';
import { installFrameRecorder, type RecordedFrame, takeFrames } from './frame-recorder';

/** How a camera comes. */
export const sourceNames = ['srt', 'rtmp', 'rtsp'] as const;
type SourceName = (typeof sourceNames)[number];

export interface SourceRun {
  name: SourceName;
  agesMs: number[];
  workerCores: number;
  gatewayCores: number;
  /** From On to the first picture on an open page, while the encoder sends or calls again every half second. */
  startsMs: number[];
  /** From a camera that answers again, having been gone for half a minute, to its picture; null: the camera calls by itself. */
  backMs: number | null;
}

const picture = { width: 1_280, height: 720, bitrateKbps: 2_000, isTextured: true, hasAudio: false, latencyMs: 20 };
/** Cameras to pull must be at an address that the product may reach; see product.ts. */
const rtspHost = '127.9.0.1';
const watchMs = forMs(20_000, 2_000);
/** The low layer of a new camera is over by then, see low-layer-state.ts. */
const settleMs = forMs(introductionMs + 12_000);
const goneMs = forMs(30_000);
/** A gateway delays the starts of a camera that come faster; see start-pace.ts. */
const offMs = forMs(5_500);
const starts = times(8);
const patience = { timeoutMs: 60_000 };

/** Measures cameras of each kind of source, one after the other, each as often. */
export async function measureSources(rounds: number, onRun: (run: SourceRun) => void): Promise<void> {
  const show = await Show.start();
  const browser = await chromium.launch(await browserLaunch());
  try {
    for (let round = 0; round < rounds; round++) {
      for (const name of sourceNames) onRun(await measureSource(show, browser, name));
    }
  } finally {
    await browser.close();
    await show.stop();
  }
}

async function measureSource(show: Show, browser: Browser, name: SourceName): Promise<SourceRun> {
  const at = { host: rtspHost, port: await freeTcpPort() };
  let server = name === 'rtsp' ? await RtspServer.start({ at }) : null;
  let camera: BarcodeCamera | null = null;
  let page: Page | null = null;
  try {
    const { id, url } = await addCamera(show, name, at);
    camera = startBarcodeCamera({ ...picture, urls: [url] });
    page = await openPage(browser, show);
    await untilPicture(page, Date.now());
    await sleep(settleMs);
    await takeFrames(page);
    const [worker, gateway] = await measureUsage([...show.workerPids(), show.gatewayPid], watchMs);
    const agesMs = (await takeFrames(page)).flatMap(({ ageMs }) => ageMs ?? []);
    const startsMs: number[] = [];
    for (let start = 0; start < starts; start++) startsMs.push(await timeStart(show, page, id));
    let backMs: number | null = null;
    if (server) {
      server.stop();
      await sleep(goneMs);
      server = await RtspServer.start({ at });
      const again = server;
      await until('the camera answers again', () => again.has('/live'), patience);
      const answersMs = Date.now();
      backMs = (await untilPicture(page, answersMs)) - answersMs;
    }
    return {
      name,
      agesMs,
      workerCores: worker?.cores ?? Number.NaN,
      gatewayCores: gateway?.cores ?? Number.NaN,
      startsMs,
      backMs,
    };
  } finally {
    camera?.stop();
    await page?.context().close();
    server?.stop();
    await show.removeCameras();
  }
}

/** Adds a camera that is on. @returns its id, and where its encoder sends */
async function addCamera(
  show: Show,
  name: SourceName,
  { host, port }: { host: string; port: number },
): Promise<{ id: string; url: string }> {
  const address = `rtsp://${host}:${port}/live`;
  const source = {
    srt: { source_kind: 'srt' as const },
    rtmp: { source_kind: 'rtmp' as const },
    rtsp: { source_kind: 'pull' as const, pull_address: address },
  }[name];
  const stream = { name: `Camera by ${name}`, event_id: show.eventId, ...source };
  const { id, attributes } = await show.api.call('POST /streams', { body: { stream } });
  await show.startStreams([id]);
  await show.untilActive([id], patience.timeoutMs);
  const key = attributes.stream_key;
  return {
    id,
    url: {
      srt: show.ingestAddress(key),
      rtmp: `rtmp://127.0.0.1:${show.env.RTMP_PORT}/live/${key}`,
      rtsp: address,
    }[name],
  };
}

async function openPage(browser: Browser, show: Show): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 2_200, height: 1_000 } });
  await show.signIn(context);
  await installFrameRecorder(context);
  const page = await context.newPage();
  await page.goto(`${show.baseUrl}/events/${show.eventId}/multiview?layout=auto`);
  return page;
}

/** Switches a camera off and on. @returns from On to its first picture */
async function timeStart(show: Show, page: Page, id: string): Promise<number> {
  await show.stopStreams();
  await sleep(offMs + Math.random() * 500);
  await takeFrames(page);
  const onMs = Date.now();
  await show.startStreams([id]);
  return (await untilPicture(page, onMs)) - onMs;
}

/** Waits for a picture that was captured after a moment. @returns when it was shown */
async function untilPicture(page: Page, sinceMs: number): Promise<number> {
  let first: RecordedFrame | undefined;
  await until(
    'a new picture',
    async () => {
      const frames = await takeFrames(page);
      first = frames.find(({ shownMs, ageMs }) => ageMs !== null && shownMs - ageMs >= sinceMs);
      return first !== undefined;
    },
    patience,
  );
  return first?.shownMs ?? Number.NaN;
}
