import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { maxOf } from '@/lib/core/extremes';
import { type BarcodeCamera, startBarcodeCamera } from '../../support/camera/barcode-camera';
import { counterGaps } from '../../support/camera/counter-gaps';
import { ffmpeg, rawReceiver } from '../../support/camera/ffmpeg';
import { browserLaunch } from '../../support/journeys/browser';
import { ProgramViewer } from '../../support/program/program-viewer';
import { until } from '../../support/until';
import { forMs, times } from '../support/glance';
import { Show } from '../support/show';
import { installFrameRecorder, takeFrames } from './frame-recorder';

const picture = { width: 640, height: 360, fps: 25, bitrateKbps: 600, hasAudio: false };
const rounds = times(10);
const patience = { timeoutMs: 60_000 };
/** Between two rounds, so that the camera is well before it is lost again. */
const settleMs = forMs(2_000, 1_000);

/** A frame where somebody sees it. */
interface SeenFrame {
  shownMs: number;
  capturedMs: number | null;
}

/** One loss, as a viewer sees it. */
export interface SpareTaken {
  cause: 'killed' | 'silent';
  at: 'receiver' | 'page';
  /** The longest time without a new frame: from the camera's last one to the spare's first. */
  gapMs: number;
  /** From the loss to the first frame that was captured after it. */
  liveMs: number;
}

export interface SpareRun {
  taken: SpareTaken[];
  /** The receiver saw this over all rounds. */
  receiver: { connections: number; counterGaps: number; backwards: number };
}

/** Loses a camera again and again, half of the times by SIGKILL and half by silence, and gives its place back by hand. */
export async function measureSpare(afterSeconds: number): Promise<SpareRun> {
  const show = await Show.start();
  let browser: Browser | undefined;
  const ends: (() => void)[] = [];
  try {
    const [address = '', spareAddress = ''] = await show.addCameras(2);
    const [camera, spare] = await show.listStreams();
    if (!camera || !spare) throw new Error('There are no two cameras');
    const params = { id: camera.id };
    const stream = { spare_id: spare.id, spare_after_seconds: afterSeconds, spare_returns: 'by_hand' as const };
    await show.api.call('PATCH /streams/{id}', { params, body: { stream } });
    const start = (url: string) => {
      const started = startBarcodeCamera(Object.assign({ urls: [url] }, picture));
      ends.push(() => started.stop());
      return started;
    };
    start(spareAddress);
    let encoder = start(address);
    await show.untilLive();
    const receiver = new Receiver(show.viewAddress(camera.attributes.view_key));
    ends.push(() => receiver.close());
    browser = await chromium.launch(await browserLaunch());
    const page = await openPage(browser, show);
    const watched = new WatchedPage(page, camera.attributes.participant_identity);
    const isShown = async () => (await show.api.call('GET /streams/{id}', { params })).attributes.media?.spare_shown;
    const taken: SpareTaken[] = [];
    for (let round = 0; round < 2 * rounds; round++) {
      const cause = round % 2 === 0 ? 'killed' : 'silent';
      await until(
        'both see the camera',
        async () => {
          const since = Date.now() - 1_000;
          return [receiver.frames, await watched.take()].every((frames) => frames.some(isCapturedAfter(since)));
        },
        patience,
      );
      await sleep(settleMs);
      await watched.forget();
      const lostMs = Date.now();
      lose(encoder, cause);
      const isSeen = async () =>
        [receiver.frames, await watched.take()].every((all) => all.some(isCapturedAfter(lostMs)));
      await until('both see the spare', isSeen, patience);
      await sleep(forMs(1_000));
      taken.push({ cause, at: 'receiver', ...outageOf(receiver.frames, lostMs) });
      taken.push({ cause, at: 'page', ...outageOf(await watched.take(), lostMs) });
      if (cause === 'silent') encoder.signal('SIGCONT');
      else encoder = start(address);
      await until('the spare is shown', isShown, patience);
      await show.api.call('DELETE /streams/{id}/spare', { params });
      await until('the camera is shown', async () => !(await isShown()), patience);
    }
    return { taken, receiver: receiver.verdict() };
  } finally {
    for (const end of ends) end();
    await browser?.close();
    await show.stop();
  }
}

function lose(camera: BarcodeCamera, cause: SpareTaken['cause']): void {
  if (cause === 'killed') camera.stop();
  else camera.signal('SIGSTOP');
}

const isCapturedAfter =
  (sinceMs: number) =>
  ({ capturedMs }: SeenFrame): boolean =>
    capturedMs !== null && capturedMs > sinceMs;

/** The camera is lost at `lostMs`, so that what was captured later is the spare's. */
function outageOf(frames: readonly SeenFrame[], lostMs: number): Pick<SpareTaken, 'gapMs' | 'liveMs'> {
  const liveMs = frames.find(isCapturedAfter(lostMs))?.shownMs ?? Number.POSITIVE_INFINITY;
  const shown = frames.map(({ shownMs }) => shownMs).filter((shownMs) => shownMs <= liveMs);
  const before = shown.filter((shownMs) => shownMs <= lostMs).slice(-1);
  const around = [...before, ...shown.filter((shownMs) => shownMs > lostMs)];
  const gapMs = maxOf(around.slice(1).map((shownMs, index) => shownMs - (around[index] ?? shownMs)));
  return { gapMs, liveMs: liveMs - lostMs };
}

/** A raw SRT receiver at a camera's view address. */
class Receiver {
  readonly #viewer = new ProgramViewer();
  readonly #datagrams: Buffer[] = [];
  readonly #ended = new AbortController();
  #connections = 0;

  constructor(address: string) {
    this.#viewer.connected();
    void this.#receive(`${address}&latency=120000`);
  }

  get frames(): readonly SeenFrame[] {
    return this.#viewer.frames;
  }

  verdict(): SpareRun['receiver'] {
    const { frames } = this.#viewer;
    const backwards = frames.filter(({ atMs }, index) => atMs <= (frames[index - 1]?.atMs ?? -1)).length;
    return { connections: this.#connections, counterGaps: counterGaps(this.#datagrams), backwards };
  }

  close(): void {
    this.#ended.abort();
  }

  async #receive(address: string): Promise<void> {
    while (!this.#ended.signal.aborted) {
      const player = ffmpeg(rawReceiver(address));
      const stop = () => player.child.kill('SIGKILL');
      this.#ended.signal.addEventListener('abort', stop);
      player.child.stdout?.once('data', () => this.#connections++);
      player.child.stdout?.on('data', (bytes: Buffer) => {
        this.#datagrams.push(bytes);
        this.#viewer.addDatagram(bytes);
      });
      await player.ended;
    }
  }
}

async function openPage(browser: Browser, show: Show): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 1000 } });
  await show.signIn(context);
  await installFrameRecorder(context);
  const page = await context.newPage();
  await page.goto(`${show.baseUrl}/events/${show.eventId}/multiview?layout=auto`);
  return page;
}

/** A camera's frames in a browser. */
class WatchedPage {
  readonly #page: Page;
  readonly #participant: string;
  #frames: SeenFrame[] = [];

  constructor(page: Page, participant: string) {
    this.#page = page;
    this.#participant = participant;
  }

  /** The frames since {@link forget}. */
  async take(): Promise<readonly SeenFrame[]> {
    for (const { participant, shownMs, ageMs } of await takeFrames(this.#page)) {
      if (participant !== this.#participant) continue;
      this.#frames.push({ shownMs, capturedMs: ageMs === null ? null : shownMs - ageMs });
    }
    return this.#frames;
  }

  /** Keeps the last frames alone. */
  async forget(): Promise<void> {
    await this.take();
    this.#frames = this.#frames.slice(-5);
  }
}
