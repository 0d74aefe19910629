import { afterEach, expect, test } from 'vitest';
import type { DestinationTask } from '@/lib/contracts/destination-tasks';
import { newId } from '@/lib/core/id';
import { ffmpeg, stopFfmpegs } from '../../support/camera/ffmpeg';
import { type RtmpPeer, startRtmpPeer } from '../../support/destinations/rtmp-peers';
import { until } from '../../support/until';
import { inputUrl, startEncoder, startWorker, type WorkerProcess } from '../../support/worker/worker-process';

const timeoutMs = 40_000;
const workers: WorkerProcess[] = [];
const peers: RtmpPeer[] = [];

afterEach(async () => {
  stopFfmpegs();
  for (const worker of workers.splice(0)) await worker.stop();
  for (const peer of peers.splice(0)) await peer.close();
});

async function peer(...args: Parameters<typeof startRtmpPeer>): Promise<RtmpPeer> {
  const started = await startRtmpPeer(...args);
  peers.push(started);
  return started;
}

async function worker(start: (worker: WorkerProcess) => unknown = startEncoder): Promise<WorkerProcess> {
  const started = await startWorker();
  workers.push(started);
  await started.untilReport(({ ready }) => ready, 'ready');
  start(started);
  await started.untilReport(({ signal }) => signal === 'live', 'live');
  return started;
}

const taskTo = (port: number, changes: Partial<DestinationTask> = {}): DestinationTask => ({
  id: newId(),
  revision: 1,
  kind: 'rtmp',
  address: `rtmp://127.0.0.1:${port}/app/inner?token=1`,
  key: 'secret-key?a=1&b=2',
  passphrase: null,
  isProven: false,
  ...changes,
});

const rights = { networks: { reaches: [], named: ['127.0.0.0/8'] }, ownServices: [{ host: '127.0.0.1', port: 5432 }] };

const send = ({ gateway }: WorkerProcess, ...tasks: DestinationTask[]) =>
  gateway.answer({ validForMs: 7_000, destinations: { tasks, whipTasks: [], ...rights } });

/** Waits for a report of the destination in this state that comes after this call, and returns it. */
function untilState({ reports }: WorkerProcess, { id }: DestinationTask, wanted: string, cause: string | null = null) {
  const before = reports.length;
  const find = () =>
    reports
      .slice(before)
      .flatMap(({ destinations = [] }) => destinations)
      .find((report) => report.id === id && report.state === wanted && (cause === null || report.cause === cause));
  return until(`the destination is ${wanted} ${cause ?? ''}`, find, { timeoutMs });
}

const untilFrames = (at: RtmpPeer, count: number) =>
  until(`${count} frames arrive`, () => at.frames.length >= count, { timeoutMs });

test('several at once: one that stalls, one that refuses and one away cost the others no frame', async () => {
  const camera = await worker();
  const good = await peer('takes');
  const refusing = await peer('refuses');
  const closing = await peer('closes');
  const silent = await peer('reads nothing');
  const stalling = await peer('stops reading');
  const away = await peer('takes');
  await away.close();
  peers.splice(peers.indexOf(away), 1);
  const [toGood, toRefusing, toClosing, toSilent, toStalling, toAway, toInside, toService] = [
    taskTo(good.port),
    taskTo(refusing.port),
    taskTo(closing.port),
    taskTo(silent.port),
    taskTo(stalling.port),
    taskTo(away.port),
    taskTo(1, { address: 'rtmp://169.254.169.254/app' }),
    taskTo(5432),
  ] as const;
  send(camera, toGood, toRefusing, toClosing, toSilent, toStalling, toAway, toInside, toService);
  await untilState(camera, toGood, 'live');
  const refused = await untilState(camera, toRefusing, 'refused', 'refused');
  // The server repeats the key, and the report does not.
  expect(refused.detail).toBe('Unknown stream ….');
  await untilState(camera, toClosing, 'refused', 'closed');
  await untilState(camera, toSilent, 'retrying', 'no_answer');
  await untilState(camera, toAway, 'retrying', 'unreachable');
  await untilState(camera, toInside, 'refused', 'not_allowed');
  await untilState(camera, toService, 'refused', 'not_allowed');
  expect(good.publishes).toMatchObject([
    { app: 'app/inner?token=1', name: 'secret-key?a=1&b=2', tcUrl: `rtmp://127.0.0.1:${good.port}/app/inner?token=1` },
  ]);
  await untilFrames(good, 150);
  const times = good.frames.map(({ ms }) => ms);
  expect(good.frames[0]).toEqual({ ms: 0, isKeyframe: true });
  const steps = times.slice(1).map((ms, index) => ms - (times[index] ?? 0));
  // 30 a second, and none is missing.
  expect(Math.min(...steps)).toBeGreaterThan(0);
  expect(Math.max(...steps)).toBeLessThan(60);
  expect(refusing.connectCount).toBe(1);

  // A server that was killed is called again when it is back.
  await good.close();
  peers.splice(peers.indexOf(good), 1);
  await untilState(camera, toGood, 'retrying');
  const back = await peer('takes', { port: good.port });
  await untilState(camera, toGood, 'live');
  await untilFrames(back, 30);
  expect(back.frames[0]).toEqual({ ms: 0, isKeyframe: true });

  send(camera);
  await camera.untilReport(({ destinations }) => destinations?.length === 0, 'none');
  // Frames that are on their way still arrive.
  await until('nothing more arrives', async () => {
    const seen = back.frames.length;
    await camera.untilReport(() => true, 'a report later');
    return back.frames.length === seen;
  });
  expect(camera.log()).not.toContain('secret-key');
}, 120_000);

/** A server of ffmpeg’s own, which writes what it gets as lines of each packet. */
const listener = (url: string, options: string[] = []) =>
  ffmpeg([...options, '-i', url, '-c', 'copy', '-f', 'framecrc', '-flush_packets', '1', 'pipe:1']);

const packets = (server: { output(): Buffer }, stream: number) =>
  server
    .output()
    .toString()
    .split('\n')
    .filter((line) => line.startsWith(`${stream},`));

test('a camera that is lost leaves the slate at the same connections, and takes its place back', async () => {
  const encoders: ReturnType<typeof startEncoder>[] = [];
  const camera = await worker((of) => encoders.push(startEncoder(of)));
  const server = await peer('takes');
  const { port, close } = await startRtmpPeer('takes');
  await close();
  const receiver = listener(`srt://127.0.0.1:${port}?mode=listener`);
  const [toServer, toReceiver] = [
    taskTo(server.port),
    taskTo(port, { kind: 'srt', address: `srt://127.0.0.1:${port}`, key: null }),
  ];
  const destinations = { tasks: [toServer, toReceiver], whipTasks: [], ...rights, slate: 'Sunday' };
  camera.gateway.answer({ validForMs: 7_000, destinations });
  await untilState(camera, toServer, 'live');
  await untilState(camera, toReceiver, 'live');

  encoders[0]?.child.kill('SIGTERM');
  await untilState(camera, toServer, 'live', 'no_picture');
  const sent = { rtmp: server.frames.length, srt: packets(receiver, 0).length };
  await untilFrames(server, sent.rtmp + 30);
  await until('the slate arrives by SRT', () => packets(receiver, 0).length > sent.srt + 15, { timeoutMs });

  startEncoder(camera);
  await camera.untilReport(
    ({ destinations: reports = [] }) => reports.every(({ state, cause }) => state === 'live' && cause === null),
    'the camera goes out again',
  );
  await untilFrames(server, server.frames.length + 15);
  const times = server.frames.map(({ ms }) => ms);
  expect(times.every((ms, index) => index === 0 || ms > (times[index - 1] ?? 0))).toBe(true);
  expect(server.connectCount).toBe(1);
  expect(camera.reports.at(-1)?.destinations?.map(({ reconnects }) => reconnects)).toEqual([0, 0]);
}, 120_000);

test('ffmpeg takes RTMP of a camera without sound, with silence in its place', async () => {
  const mute = (of: WorkerProcess) =>
    ffmpeg([
      ...['-re', '-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25', '-c:v', 'libx264', '-preset', 'ultrafast'],
      ...['-tune', 'zerolatency', '-g', '25', '-b:v', '300k', '-f', 'mpegts', `${inputUrl(of)}&latency=120000`],
    ]);
  const camera = await worker(mute);
  const { port, close } = await startRtmpPeer('takes');
  await close();
  const server = listener(`rtmp://127.0.0.1:${port}/app/secret-key`, ['-listen', '1']);
  const task = taskTo(port, { address: `rtmp://127.0.0.1:${port}/app/secret-key`, key: null });
  send(camera, task);
  await untilState(camera, task, 'live');
  await until('picture and sound arrive', () => packets(server, 0).length > 50 && packets(server, 1).length > 50, {
    timeoutMs,
  });
  expect(server.output().toString()).toContain('#codec_id 0: h264');
  expect(server.output().toString()).toContain('#codec_id 1: aac');
}, 90_000);

test('ffmpeg takes SRT, with its stream id and passphrase', async () => {
  const camera = await worker();
  const { port, close } = await startRtmpPeer('takes');
  await close();
  const passphrase = 'correct-horse-battery';
  const listen = `srt://127.0.0.1:${port}?mode=listener&passphrase=${passphrase}`;
  const task = taskTo(port, { kind: 'srt', address: `srt://127.0.0.1:${port}`, key: '#!::r=live/a+b', passphrase });
  send(camera, task);
  await untilState(camera, task, 'retrying', 'unreachable');
  const server = listener(listen);
  await untilState(camera, task, 'live');
  await until('picture and sound arrive', () => packets(server, 0).length > 50 && packets(server, 1).length > 50, {
    timeoutMs,
  });
  server.child.kill('SIGKILL');
  await untilState(camera, task, 'retrying');
  const again = listener(listen);
  await untilState(camera, task, 'live');
  await until('it arrives again', () => packets(again, 0).length > 20, { timeoutMs });
  expect(camera.log()).not.toContain(passphrase);

  // A receiver of ffmpeg takes one caller.
  again.child.kill('SIGKILL');
  await again.ended;
  listener(listen);
  const wrong = { ...task, id: newId(), passphrase: 'another-passphrase' };
  send(camera, wrong);
  await untilState(camera, wrong, 'refused', 'refused');
}, 90_000);
