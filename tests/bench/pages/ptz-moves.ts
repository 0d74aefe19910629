import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { ffmpeg } from '../../support/camera/ffmpeg';
import { FakeViscaCamera } from '../../support/ptz/fake-visca-camera';
import { until } from '../../support/until';
import { times } from '../support/glance';
import { quantile } from '../support/quantile';
import type { Show } from '../support/show';
import { head, load, row } from '../support/table';

const moves = times(40, 2);
const video = { width: 640, height: 360, fps: 30 };
/** How fast the rendered camera turns, in pixels a frame. */
const turnPx = 8;
const pauseMs = 700;
/** Pan and tilt at some speeds, and the same with both directions at rest: Sony's list of VISCA commands. */
const drive = /^81010601....(....)ff$/;
const restDirections = '0303';

/** A page notes these times of one move, in milliseconds since 1970. */
interface Seen {
  movedMs: number;
  releasedMs: number;
  turnedMs: number;
}

/** Has a page note when its surface is moved and let go, and the first frame in which the picture is another one. */
const watchMove = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen = { movedMs: 0, releasedMs: 0, turnedMs: 0 };
    Object.assign(window, { seen });
    const at = ({ timeStamp }: Event) => performance.timeOrigin + timeStamp;
    const surface = document.querySelector('[data-ptz-surface]');
    const video = document.querySelector('video');
    const drawing = new OffscreenCanvas(64, 1).getContext('2d', { willReadFrequently: true });
    if (!surface || !video || !drawing) throw new Error('there is no picture to move');
    surface.addEventListener(
      'pointermove',
      (event) => {
        if (event instanceof PointerEvent && event.buttons > 0) seen.movedMs ||= at(event);
      },
      { capture: true },
    );
    surface.addEventListener('pointerup', (event) => (seen.releasedMs ||= at(event)), { capture: true });
    const read = () => {
      drawing.drawImage(video, 0, 0, 64, 1);
      return drawing.getImageData(0, 0, 64, 1).data.filter((_, index) => index % 4 === 1);
    };
    const still = read();
    const look = (nowMs: number) => {
      const now = read();
      // Eight pixels of 640 change each bar's edge; a still picture changes by a little noise.
      const difference = now.reduce((sum, luma, index) => sum + Math.abs(luma - (still[index] ?? 0)), 0) / now.length;
      if (difference > 8 && seen.movedMs > 0) seen.turnedMs = performance.timeOrigin + nowMs;
      else video.requestVideoFrameCallback(look);
    };
    video.requestVideoFrameCallback(look);
  });

const readSeen = (page: Page): Promise<Seen> => page.evaluate(() => Reflect.get(window, 'seen') as Seen);

/** A camera that turns as it is told by VISCA, and sends what it sees by SRT. @returns a function that ends it */
function film(camera: FakeViscaCamera, url: string): () => void {
  const size = [video.width, video.height, video.fps].map(String);
  const source = spawn(process.execPath, ['tests/support/camera/turning-source.mjs', ...size], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const { child } = ffmpeg(
    [
      ...['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${video.width}x${video.height}`, '-r', String(video.fps)],
      ...['-use_wallclock_as_timestamps', '1', '-i', 'pipe:0', '-c:v', 'libx264', '-preset', 'ultrafast'],
      ...['-tune', 'zerolatency', '-g', String(video.fps), '-b:v', '1500k', '-f', 'mpegts', `${url}&pkt_size=1316`],
    ],
    { hasInput: true },
  );
  if (child.stdin) source.stdout.pipe(child.stdin);
  camera.onHeard = ({ hex }) => {
    const [, directions] = drive.exec(hex) ?? [];
    if (directions !== undefined) source.stdin.write(`${directions === restDirections ? 0 : turnPx}\n`);
  };
  return () => source.kill('SIGKILL');
}

/** Measures how soon a drag on the picture is a command at the camera and a picture that turns, and its end a stop. */
export async function benchPtz(show: Show, browser: Browser): Promise<void> {
  const camera = await FakeViscaCamera.open('visca_udp');
  const [url = ''] = await show.addCameras(1);
  const end = film(camera, url);
  try {
    const [stream] = await show.listStreams();
    if (!stream) throw new Error('there is no camera');
    const body = { stream: { ptz: camera.control } };
    await show.api.call('PATCH /streams/{id}', { params: { id: stream.id }, body });
    await show.untilLive();
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await show.signIn(context);
    const page = await context.newPage();
    await page.goto(`${show.baseUrl}/events/${show.eventId}/multiview`);
    await page.getByRole('button', { name: 'Show Camera 1 full size' }).click();
    await page.getByRole('button', { name: 'PTZ of Camera 1' }).click();
    await page.locator('[data-ptz-surface]').waitFor();
    const timesMs: Record<'command' | 'turned' | 'stop' | 'again', number[]> = {
      command: [],
      turned: [],
      stop: [],
      again: [],
    };
    for (let move = 0; move < moves; move++) {
      await sleep(pauseMs);
      await watchMove(page);
      const before = camera.heard.length;
      const heardMs = (isStop: boolean) =>
        camera.heard.slice(before).flatMap(({ hex, atMs }) => {
          const [, directions] = drive.exec(hex) ?? [];
          return directions !== undefined && (directions === restDirections) === isStop
            ? [performance.timeOrigin + atMs]
            : [];
        });
      await page.mouse.move(700, 400);
      await page.mouse.down();
      await page.mouse.move(900, 400);
      await until('the picture turns', async () => (await readSeen(page)).turnedMs > 0);
      await page.mouse.up();
      await until('the stop has come twice', () => heardMs(true).length > 1);
      const { movedMs, releasedMs, turnedMs } = await readSeen(page);
      const [firstMs = Number.NaN] = heardMs(false);
      const [stopMs = Number.NaN, againMs = Number.NaN] = heardMs(true);
      timesMs.command.push(firstMs - movedMs);
      timesMs.turned.push(turnedMs - movedMs);
      timesMs.stop.push(stopMs - releasedMs);
      timesMs.again.push(againMs - stopMs);
    }
    await context.close();
    console.log('\na drag on the picture of a PTZ camera, ms');
    head('from, to', 'goal', 'moves', 'p50', 'p95', 'worst', 'load');
    const rows = [
      ['the drag to the command at the camera', '40', timesMs.command],
      ['the drag to the picture that turns', '250', timesMs.turned],
      ['its end to the stop at the camera', '40', timesMs.stop],
      ['the stop to the same again', '100', timesMs.again],
    ] as const;
    for (const [name, goal, ms] of rows) {
      const figures = [quantile(ms, 0.5), quantile(ms, 0.95), Math.max(...ms)].map((value) => value.toFixed(0));
      row(name, goal, ms.length, ...figures, load());
    }
  } finally {
    end();
    await camera.close();
  }
}
