import { setTimeout as sleep } from 'node:timers/promises';
import { startBarcodeCamera } from '../../support/camera/barcode-camera';
import { RoomDecoder } from '../../support/room/room-decoder';
import { RoomViewer } from '../../support/room/room-viewer';
import { quantile } from '../support/quantile';
import { call, Show, signIn } from '../support/show';
import { head, load, row } from '../support/table';

/*
 * `npm run bench neighbours [SECONDS]`: what one organization's live camera and API calls take at rest, and while another
 * organization on the same machine does all it can: forty streams on and off, lists read by four clients without a
 * pause, and sign-ins. Must hold: the camera's latency changes by less than 10 % p95, API calls by less than 50 ms p95.
 */

const watchMs = Number(process.argv[2] ?? 30) * 1_000;
const settleMs = 6_000;
const callIntervalMs = 100;
const busyStreams = 40;
const busyEvents = 300;

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

/** What a page of the quiet organization asks for, again and again. */
const quietCalls = ['/auth/me', `/events/${show.eventId}`, `/streams?event_id=${show.eventId}`];

/** @returns how long each call took, in milliseconds */
async function timeCalls(): Promise<number[]> {
  const tookMs: number[] = [];
  const endMs = performance.now() + watchMs;
  for (let index = 0; performance.now() < endMs; index++) {
    const startMs = performance.now();
    const path = quietCalls[index % quietCalls.length] ?? '/auth/me';
    await fetch(`${show.baseUrl}/api/v1${path}`, { headers: { authorization: `Bearer ${show.token}` } }).then(
      (answer) => answer.text(),
    );
    tookMs.push(performance.now() - startMs);
    await sleep(callIntervalMs);
  }
  return tookMs;
}

interface Busy {
  calls: number;
  refused: number;
}

/** Keeps all of an organization's clients busy until the signal aborts. */
async function makeNoise(token: string, streamIds: string[], signal: AbortSignal, busy: Busy): Promise<void> {
  const send = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${show.baseUrl}/api/v1${path}`, {
      method,
      headers,
      body: body && JSON.stringify(body),
    });
    await answer.text();
    busy.calls++;
    if (!answer.ok) busy.refused++;
  };
  const repeat = async (work: (round: number) => Promise<unknown>) => {
    for (let round = 0; !signal.aborted; round++) await work(round);
  };
  const password = { user: { email: 'busy@example.org', password: 'wrong horse' } };
  await Promise.all([
    ...streamIds.map((id) => repeat((round) => send('POST', `/streams/${id}/${round % 2 === 0 ? 'start' : 'stop'}`))),
    ...['/events', '/streams', '/events', '/streams'].map((path) => repeat(() => send('GET', path))),
    ...[0, 1].map(() => repeat(() => send('POST', '/auth/login', password).then(() => sleep(50)))),
  ]);
}

/** Prints one row of the table. @returns the p95 of the camera's latency and of the calls */
function report(name: string, callsMs: number[], noise: string) {
  const [cameraMs, callMs] = [quantile(agesMs, 0.95), quantile(callsMs, 0.95)];
  const figures = [quantile(agesMs, 0.5), cameraMs, quantile(callsMs, 0.5), callMs, Math.max(...callsMs)];
  row(name, ...figures.map((ms) => ms.toFixed(0)), agesMs.length, noise, load());
  return { cameraMs, callMs };
}

try {
  await show.untilLive();
  const viewer = await RoomViewer.join(await show.readRoom(), {
    onRtp: (kind, packet) => kind === 'video' && decoder.push(kind, packet),
  });
  const token = await signIn(show.baseUrl, 'busy@example.org');
  const event = { name: 'Busy' };
  const eventIds: string[] = [];
  for (let count = 0; count < busyEvents; count++) {
    eventIds.push((await call<{ id: string }>(show.baseUrl, 'POST', '/events', token, { event })).id);
  }
  const streamIds: string[] = [];
  for (let count = 0; count < busyStreams; count++) {
    const stream = { name: `Busy ${count}`, event_id: eventIds[0], protocol: 'srt' };
    streamIds.push((await call<{ id: string }>(show.baseUrl, 'POST', '/streams', token, { stream })).id);
  }
  await sleep(settleMs);
  head('', 'camera p50 ms', 'p95', 'call p50 ms', 'p95', 'longest', 'frames', 'the busy organization', 'load');
  agesMs.length = 0;
  const atRest = report('at rest', await timeCalls(), '-');

  const stop = new AbortController();
  const busy: Busy = { calls: 0, refused: 0 };
  const noise = makeNoise(token, streamIds, stop.signal, busy);
  await sleep(settleMs);
  agesMs.length = 0;
  const callsMs = await timeCalls();
  const beside = report('beside the busy one', callsMs, `${busy.calls} calls, ${busy.refused} refused`);
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
