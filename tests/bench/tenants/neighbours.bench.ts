import { setTimeout as sleep } from 'node:timers/promises';
import { listFlood } from '../../support/attacks/api/list-flood';
import { passphraseChurn } from '../../support/attacks/api/passphrase-churn';
import { startChurn } from '../../support/attacks/api/start-churn';
import { startBarcodeCamera } from '../../support/camera/barcode-camera';
import { RoomDecoder } from '../../support/room/room-decoder';
import { RoomViewer } from '../../support/room/room-viewer';
import { quantile } from '../support/quantile';
import { Show, signIn } from '../support/show';
import { head, load, row } from '../support/table';
import { timeCalls } from './time-calls';

/*
 * `npm run bench neighbours [SECONDS]` measures one organization's live camera and API calls, at rest and beside a busy
 * neighbour. The neighbour switches forty streams, reads lists with four clients, changes passphrases and signs in. At
 * p95 the latency may change by 10 %, and the calls by 50 ms.
 */

const watchMs = Number(process.argv[2] ?? 30) * 1_000;
const settleMs = 6_000;

const show = await Show.start();
const camera = startBarcodeCamera({
  urls: await show.addCameras(1),
  width: 640,
  height: 360,
  bitrateKbps: 800,
  hasAudio: false,
});
const agesMs: number[] = [];
const decoder = new RoomDecoder({ onFrame: ({ ageMs }) => ageMs !== null && agesMs.push(ageMs) });

/** Sign-ins with a wrong password, two at a time. */
async function logIn(signal: AbortSignal): Promise<void> {
  const body = JSON.stringify({ user: { email: 'busy@example.org', password: 'wrong horse' } });
  while (!signal.aborted) {
    await fetch(`${show.baseUrl}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    }).then((answer) => answer.text());
    await sleep(50);
  }
}

/** Prints one row of the table. @returns the p95 of the camera's latency and of the calls */
function report(name: string, callsMs: number[]) {
  const [cameraMs, callMs] = [quantile(agesMs, 0.95), quantile(callsMs, 0.95)];
  const figures = [quantile(agesMs, 0.5), cameraMs, quantile(callsMs, 0.5), callMs, Math.max(...callsMs)];
  row(name, ...figures.map((ms) => ms.toFixed(0)), agesMs.length, load());
  return { cameraMs, callMs };
}

try {
  await show.untilLive();
  const viewer = await RoomViewer.join(await show.readRoom(), {
    onRtp: (kind, packet) => kind === 'video' && decoder.push(kind, packet),
  });
  const token = await signIn(show.baseUrl, 'busy@example.org');
  await sleep(settleMs);
  head('', 'camera p50 ms', 'p95', 'call p50 ms', 'p95', 'longest', 'frames', 'load');
  agesMs.length = 0;
  const atRest = report('at rest', await timeCalls(show, watchMs));

  const stop = new AbortController();
  const target = {
    baseUrl: show.baseUrl,
    ingestPort: Number(show.env.SRT_INGEST_PORT),
    viewPort: Number(show.env.SRT_VIEW_PORT),
    token,
    streamKey: '',
  };
  const noise = Promise.all([
    ...[startChurn, listFlood, passphraseChurn].map((attack) => attack.run(target, stop.signal)),
    ...[0, 1].map(() => logIn(stop.signal)),
  ]);
  await sleep(settleMs);
  agesMs.length = 0;
  const callsMs = await timeCalls(show, watchMs);
  const beside = report('beside the busy one', callsMs);
  stop.abort();
  await noise;
  const changePercent = 100 * (beside.cameraMs / atRest.cameraMs - 1);
  console.log(
    `\nAdded beside it: camera ${changePercent.toFixed(1)} % p95 (less than 10), ` +
      `calls ${(beside.callMs - atRest.callMs).toFixed(0)} ms p95 (less than 50).`,
  );
  await viewer.close();
} finally {
  camera.stop();
  decoder.close();
  await show.stop();
}
