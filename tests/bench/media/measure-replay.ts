import { startBarcodeCamera } from '../../support/camera/barcode-camera';
import { ffmpeg, rawReceiver } from '../../support/camera/ffmpeg';
import { ProgramViewer, type ShownFrame } from '../../support/program/program-viewer';
import { until } from '../../support/until';
import { times } from '../support/glance';
import { quantile } from '../support/quantile';
import { Show } from '../support/show';
import { head, load, row } from '../support/table';

const presses = times(20, 2);
const picture = { width: 1_280, height: 720, bitrateKbps: 4_000, isTextured: true, hasAudio: true };
const lastSeconds = 4;
const patience = { timeoutMs: 60_000 };
/** No clip shows one picture for a second while it moves. */
const standingFrames = 30;

/**
 * Measures how soon the replay of a camera stands on its first frame, and how soon it moves. Each begins with the API's call, and
 * ends with the frame at an SRT receiver. The camera is being recorded.
 */
export async function measureReplay(): Promise<void> {
  const show = await Show.start();
  const viewer = new ProgramViewer();
  viewer.connected();
  const [url = ''] = await show.addCameras(1);
  const camera = startBarcodeCamera({ urls: [url], ...picture });
  const cued: number[] = [];
  const moved: number[] = [];
  let receiver: ReturnType<typeof ffmpeg> | undefined;
  try {
    await show.untilLive();
    const [{ id: cameraId = '' } = {}] = await show.listStreams();
    await show.api.call('POST /streams/{id}/recording', { params: { id: cameraId } });
    const recordedMs = performance.now();
    const stream = { name: 'Replay', event_id: show.eventId, source_kind: 'replay' } as const;
    const replay = await show.api.call('POST /streams', { body: { stream } });
    const params = { id: replay.id };
    await show.api.call('POST /streams/{id}/start', { params });
    const receive = () => {
      if (!receiver || receiver.child.exitCode !== null) {
        receiver = ffmpeg(rawReceiver(`${show.viewAddress(replay.attributes.view_key)}&latency=120000`));
        receiver.child.stdout?.on('data', (bytes: Buffer) => viewer.addDatagram(bytes));
      }
      return viewer.frames.length > 0;
    };
    await until('the receiver sees the slate', receive, patience);
    const direct = (command: object) =>
      show.api.call('PUT /streams/{id}/replay', { params, body: { replay: command } });
    const after = (isIt: (frame: ShownFrame) => boolean) =>
      until('it is shown', () => viewer.frames.findLast((frame, index) => index >= from && isIt(frame)), patience);
    let from = 0;
    await until('enough is recorded', () => performance.now() > recordedMs + 1_000 * lastSeconds, patience);
    for (let count = 0; count < presses; count++) {
      from = viewer.frames.length;
      const before = viewer.frames.at(-1)?.capturedMs ?? 0;
      const cuedMs = Date.now();
      await direct({ clip: { camera_id: cameraId, last_seconds: lastSeconds }, speed: 1 });
      const first = await after(({ capturedMs }) => capturedMs !== null && capturedMs > before + 100);
      cued.push(first.shownMs - cuedMs);
      await until('it stands', () => viewer.frames.length > from + 60 && isStanding(viewer.frames), patience);
      from = viewer.frames.length;
      const standing = viewer.frames.at(-1)?.capturedMs ?? 0;
      const pressedMs = Date.now();
      await direct({ state: 'playing' });
      await after(({ capturedMs }) => capturedMs !== null && capturedMs > standing);
      const move = viewer.frames.find(({ capturedMs }, index) => index >= from && (capturedMs ?? 0) > standing);
      moved.push((move?.shownMs ?? Number.NaN) - pressedMs);
      await until('it has ended', () => isStanding(viewer.frames), patience);
    }
  } finally {
    camera.stop();
    receiver?.child.kill('SIGKILL');
    await show.stop();
  }
  head('replay at an SRT receiver of 120 ms', 'presses', 'p50 ms', 'p95 ms', 'worst ms', 'load');
  for (const [name, values] of [
    ['cue to its first frame', cued],
    ['play to a moving frame', moved],
  ] as const) {
    row(name, values.length, ...[0.5, 0.95, 1].map((part) => Math.round(quantile(values, part))), load());
  }
}

function isStanding(frames: readonly ShownFrame[]): boolean {
  const last = frames.slice(-standingFrames);
  return last.every(({ capturedMs }) => capturedMs === last[0]?.capturedMs);
}
