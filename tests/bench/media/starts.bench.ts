import { setTimeout as sleep } from 'node:timers/promises';
import { startBarcodeCamera } from '../../support/camera/barcode-camera';
import { RoomDecoder } from '../../support/room/room-decoder';
import { RoomViewer } from '../../support/room/room-viewer';
import { quantile } from '../support/quantile';
import { Show } from '../support/show';
import { head, load, row } from '../support/table';

/*
 * `npm run bench starts [COUNT]` switches COUNT streams (40 by default) on at once, and off again. It compares a live
 * camera's latency with that at rest. Camera, product and viewer share this machine.
 */

const settleMs = 6_000;
const restMs = 20_000;
const startTimeoutMs = 120_000;

const count = Number(process.argv[2] ?? 40);
const show = await Show.start();
const camera = startBarcodeCamera({
  urls: await show.addCameras(1),
  width: 640,
  height: 360,
  bitrateKbps: 800,
  hasAudio: false,
});
const frames: { arrivedMs: number; ageMs: number }[] = [];
const decoder = new RoomDecoder({
  onFrame: ({ arrivedMs, ageMs }) => ageMs !== null && frames.push({ arrivedMs, ageMs }),
});

/** Prints how old frames were that came since the last call, and the longest time without one. @returns p95 in ms */
function report(name: string, streams: string): number {
  const agesMs = frames.map(({ ageMs }) => ageMs);
  const gapsMs = frames.slice(1).map(({ arrivedMs }, index) => arrivedMs - (frames[index]?.arrivedMs ?? arrivedMs));
  const p95Ms = quantile(agesMs, 0.95);
  row(name, quantile(agesMs, 0.5).toFixed(0), p95Ms.toFixed(0), Math.max(...gapsMs).toFixed(0), streams, load());
  frames.length = 0;
  return p95Ms;
}

try {
  await show.untilLive();
  const viewer = await RoomViewer.join(await show.readRoom(), {
    onRtp: (kind, packet) => kind === 'video' && decoder.push(kind, packet),
  });
  await sleep(settleMs);
  head('the live camera', 'p50 ms', 'p95 ms', 'longest gap ms', 'the others', 'load');
  frames.length = 0;
  await sleep(restMs);
  const restP95Ms = report('at rest', '-');

  const ids = await show.createStreams(count);
  await sleep(settleMs);
  frames.length = 0;
  const startedMs = performance.now();
  await show.startStreams(ids);
  await show.untilActive(ids, startTimeoutMs);
  const activeAfterS = (performance.now() - startedMs) / 1000;
  const startP95Ms = report(`${count} switched on`, `all active after ${activeAfterS.toFixed(1)} s`);
  await sleep(settleMs);
  frames.length = 0;
  await sleep(restMs);
  report(`${count} on beside it`, '-');
  console.log(
    `\nAdded while they start: ${(startP95Ms - restP95Ms).toFixed(0)} ms p95, ×${(startP95Ms / restP95Ms).toFixed(2)}.`,
  );
  await viewer.close();
} finally {
  camera.stop();
  decoder.close();
  await show.stop();
}
