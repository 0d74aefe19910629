import { setTimeout as sleep } from 'node:timers/promises';
import { maxOf, minOf } from '@/lib/core/extremes';
import { median } from '@/lib/core/median';
import { type BarcodeCamera, startBarcodeCamera } from '../../support/camera/barcode-camera';
import { ffmpeg, rawReceiver } from '../../support/camera/ffmpeg';
import { ProgramViewer, type ShownFrame } from '../../support/program/program-viewer';
import { until } from '../../support/until';
import { forMs } from '../support/glance';
import { Show } from '../support/show';

const picture = { width: 320, height: 180, fps: 25, bitrateKbps: 400, hasAudio: false };
const cameras = [
  { latencyMs: 20, driftPpm: 0, connectsAgain: false },
  { latencyMs: 400, driftPpm: 0, connectsAgain: false },
  { latencyMs: 120, driftPpm: 200, connectsAgain: false },
  { latencyMs: 120, driftPpm: 0, connectsAgain: true },
];
const playersDelayMs = 1_000;
const connectAgainMs = 60_000;
/** A second with fewer frames of a camera says nothing of it. */
const minFrames = 5;

/** How far apart the cameras are in a second. */
export interface Apart {
  /** By their timestamps, against their barcodes. */
  clockMs: number;
  /** By when a raw receiver has their frames. */
  arrivalMs: number;
}

/**
 * Keeps four cameras of unlike latency in step, of which one's clock is 200 ppm fast and one connects anew each minute.
 * @returns each second in which at least two were seen
 */
export async function measureInStep(minutes: number): Promise<Apart[]> {
  const show = await Show.start();
  const views: View[] = [];
  try {
    const params = { id: show.eventId };
    const event = { keeps_players_in_step: true, players_delay_ms: playersDelayMs };
    await show.api.call('PATCH /events/{id}', { params, body: { event } });
    await show.addCameras(cameras.length);
    for (const [index, { attributes }] of (await show.listStreams()).entries()) {
      const { connectsAgain = false, ...camera } = cameras[index] ?? {};
      const start = () =>
        startBarcodeCamera(Object.assign({ urls: [show.ingestAddress(attributes.stream_key)] }, picture, camera));
      views.push(new View(show.viewAddress(attributes.view_key), start, connectsAgain));
    }
    const areSeen = () => views.map((view) => view.receive()).every(({ length }) => length > 0);
    await until('all receivers see their cameras', areSeen, { timeoutMs: 60_000 });
    const endMs = performance.now() + forMs(minutes * 60_000, 4_000);
    for (let againMs = performance.now() + connectAgainMs; performance.now() < endMs; ) {
      await sleep(250);
      for (const view of views) view.receive();
      if (performance.now() < againMs) continue;
      againMs += connectAgainMs;
      for (const view of views) view.connectAgain();
    }
    return apartBySecond(views.map((view) => view.receive()));
  } finally {
    for (const view of views) view.close();
    await show.stop();
  }
}

/** A camera, and a raw receiver at its view address. */
class View {
  readonly #address: string;
  readonly #start: () => BarcodeCamera;
  readonly #connectsAgain: boolean;
  readonly #viewer = new ProgramViewer();
  #camera: BarcodeCamera;
  #receiver: ReturnType<typeof ffmpeg> | undefined;

  constructor(address: string, start: () => BarcodeCamera, connectsAgain: boolean) {
    this.#address = address;
    this.#start = start;
    this.#connectsAgain = connectsAgain;
    this.#camera = start();
    this.#viewer.connected();
  }

  /** Calls, where nobody was there yet or the call has ended. @returns the frames so far */
  receive(): readonly ShownFrame[] {
    if (!this.#receiver || this.#receiver.child.exitCode !== null) {
      this.#receiver = ffmpeg(rawReceiver(`${this.#address}&latency=120000`));
      this.#receiver.child.stdout?.on('data', (bytes: Buffer) => this.#viewer.addDatagram(bytes));
    }
    return this.#viewer.frames;
  }

  /** The camera that does so. */
  connectAgain(): void {
    if (!this.#connectsAgain) return;
    this.#camera.stop();
    this.#camera = this.#start();
  }

  close(): void {
    this.#camera.stop();
    this.#receiver?.child.kill('SIGKILL');
  }
}

function apartBySecond(cameras: (readonly ShownFrame[])[]): Apart[] {
  const bySecond = new Map<number, Apart[]>();
  for (const frames of cameras) {
    const own = new Map<number, { clockMs: number; arrivalMs: number }[]>();
    for (const { capturedMs, programMs, shownMs } of frames) {
      if (capturedMs === null) continue;
      const second = Math.floor(capturedMs / 1_000);
      const others = own.get(second) ?? [];
      own.set(second, [...others, { clockMs: programMs - capturedMs, arrivalMs: shownMs - capturedMs }]);
    }
    for (const [second, seen] of own) {
      if (seen.length < minFrames) continue;
      const clockMs = median(seen.map((frame) => frame.clockMs));
      const arrivalMs = median(seen.map((frame) => frame.arrivalMs));
      bySecond.set(second, [...(bySecond.get(second) ?? []), { clockMs, arrivalMs }]);
    }
  }
  const apart = (values: number[]) => maxOf(values) - minOf(values);
  return [...bySecond.values()]
    .filter(({ length }) => length > 1)
    .map((seen) => ({
      clockMs: apart(seen.map(({ clockMs }) => clockMs)),
      arrivalMs: apart(seen.map(({ arrivalMs }) => arrivalMs)),
    }));
}
