import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildShutdown, isData, isShutdown } from '@/server/gateway/srt-router/protocol/srt-handshake';
import { camera, ffmpeg, rawReceiver, stopFfmpegs } from '../../support/camera/ffmpeg';
import { openScene, type RouterScene } from '../../support/gateway/router';
import { buildData, call, listenerSocketId, sendKeepalives, sendMedia } from '../../support/gateway/srt-peers';
import { countDiscontinuities } from '../../support/room/count-discontinuities';
import { until } from '../../support/until';

let scene: RouterScene;

beforeEach(async () => {
  scene = await openScene();
});

afterEach(async () => {
  stopFfmpegs();
  await scene.close();
});

describe('an encoder', () => {
  test('reaches the worker byte for byte', async () => {
    const receiver = scene.listener();
    const sender = ffmpeg(
      camera(
        '-t',
        '4',
        '-map',
        '0',
        '-f',
        'tee',
        `[f=mpegts]pipe\\:1|[f=mpegts]${scene.ingestUrl().replaceAll(':', '\\:')}`,
      ),
    );
    expect(await sender.ended, sender.log()).toBe(0);
    await receiver.ended;
    const sent = sender.output();
    const received = receiver.output();
    expect(sent.length).toBeGreaterThan(100_000);
    // libsrt does not deliver what is within the latency at the end.
    expect(received.length).toBeGreaterThan(sent.length * 0.8);
    expect(received.equals(sent.subarray(0, received.length))).toBe(true);
    await until('the router has freed the connection', () => scene.router.health.connections === 0);
  });

  test('may name its stream in the access control syntax', async () => {
    const receiver = scene.listener();
    scene.encoder('#!::r=key,m=publish');
    await scene.untilReceiving(receiver, 10_000);
  });

  test('waits for a worker whose listener is opening', async () => {
    const sender = scene.encoder();
    await until('the call is half open', () => scene.router.health.halfOpen === 1);
    await sleep(1_000);
    const receiver = scene.listener();
    await scene.untilReceiving(receiver, 10_000);
    expect(sender.child.exitCode).toBeNull();
  });

  test('is refused when no worker listens', async () => {
    const sender = scene.encoder();
    expect(await sender.ended).not.toBe(0);
    await until('the router tells of the refusal', () => scene.notices.length > 0);
    expect(scene.notices).toMatchObject([{ refusal: 'not_ready', streamId: 'stream', direction: 'ingest' }]);
    expect(scene.router.health.connections).toBe(0);
  });

  test('is disconnected with its worker when the stream is switched off', async () => {
    const receiver = scene.listener();
    const sender = scene.encoder();
    await scene.untilReceiving(receiver);
    scene.admissions.key = () => ({ kind: 'refuse', refusal: 'off', streamId: 'stream' });
    scene.router.closeStream('stream');
    await Promise.all([sender.ended, receiver.ended]);
    expect(scene.router.health.connections).toBe(0);
    expect(await call(await scene.peer(), 9, 'key')).toBe(1423);
  });

  test('frees its place when it disconnects', async () => {
    let receiver = scene.listener();
    const sender = scene.encoder();
    await scene.untilReceiving(receiver);
    sender.child.kill('SIGINT');
    await Promise.all([sender.ended, receiver.ended]);
    expect(scene.router.health.connections).toBe(0);
    receiver = scene.listener();
    scene.encoder();
    await scene.untilReceiving(receiver, 10_000);
    expect(scene.notices).toEqual([]);
  });
});

describe('a live encoder', () => {
  test('is not disturbed by a second encoder or by strangers', async () => {
    const receiver = scene.listener();
    const first = scene.encoder();
    await scene.untilReceiving(receiver, 10_000);

    const second = scene.encoder();
    expect(await second.ended).not.toBe(0);
    expect(scene.notices).toMatchObject([{ refusal: 'busy', streamId: 'stream' }]);
    expect(await call(await scene.peer(), 5, 'key')).toBe(1409);
    expect(await call(await scene.peer(), 5, 'nobody')).toBe(1404);

    const sofar = receiver.output().length;
    await scene.untilReceiving(receiver, sofar + 60_000);
    expect(scene.router.health.connections).toBe(1);
    expect(first.child.exitCode).toBeNull();
    expect(countDiscontinuities(receiver.output())).toBe(0);
  });

  test('that crashes is replaced by its restart at once', async () => {
    const receiver = scene.listener();
    const first = scene.encoder();
    await scene.untilReceiving(receiver);
    first.child.kill('SIGKILL');
    await first.ended;
    const nextReceiver = receiver.ended.then(() => scene.listener());
    const restart = scene.encoder();
    await scene.untilReceiving(await nextReceiver);
    expect(restart.child.exitCode).toBeNull();
    expect(scene.notices).toEqual([]);
    expect(scene.router.health.connections).toBe(1);
  });

  test('that only keeps its connection alive yields to another one within half a second', async () => {
    await scene.worker();
    const [idle, other] = [await scene.peer(), await scene.peer()];
    expect(await call(idle, 3, 'key')).toBe('accepted');
    const stopKeepalives = sendKeepalives(idle);
    await sleep(600);
    const calledAtMs = performance.now();
    expect(await call(other, 4, 'key')).toBe('accepted');
    expect(performance.now() - calledAtMs).toBeLessThan(500);
    stopKeepalives();
    await until('the idle connection is ended', () => idle.received.some(isShutdown));
    expect(scene.router.health.connections).toBe(1);
  });

  test('that has just fallen silent yields to another one, which waits for that instead of being refused', async () => {
    await scene.worker();
    const [first, other] = [await scene.peer(), await scene.peer()];
    expect(await call(first, 3, 'key')).toBe('accepted');
    const stopMedia = sendMedia(first);
    await sleep(300);
    stopMedia();
    expect(await call(other, 4, 'key')).toBe('accepted');
    expect(scene.notices).toEqual([]);
  });

  test('leaves its place to one of two that call at once', async () => {
    await scene.worker();
    const [idle, one, other] = [await scene.peer(), await scene.peer(), await scene.peer()];
    expect(await call(idle, 3, 'key')).toBe('accepted');
    const answers = await Promise.all([call(one, 4, 'key'), call(other, 5, 'key')]);
    expect(new Set(answers)).toEqual(new Set([1409, 'accepted']));
    expect(scene.router.health.connections).toBe(1);
  });
});

describe('a caller that sends more than it may', () => {
  /** Sends full datagrams for so many seconds, or longer on a busy machine. */
  async function flood(scene: RouterScene, kbps: number, seconds: number) {
    const { received } = await scene.worker();
    const caller = await scene.peer();
    expect(await call(caller, 3, 'key')).toBe('accepted');
    const datagram = Buffer.concat([buildData(listenerSocketId), Buffer.alloc(1_000)]);
    const perTick = (kbps * 125) / datagram.length / 50;
    const startedMs = performance.now();
    let due = 0;
    for (let tick = 0; tick < seconds * 50; tick++) {
      for (due += perTick; due >= 1; due--) caller.send(datagram);
      await sleep(20);
    }
    return { caller, worker: received, datagram, tookSeconds: (performance.now() - startedMs) / 1_000 };
  }

  test('is forwarded within its budget, and disconnected after five seconds', async () => {
    const limited = await openScene({ maxBitrateKbps: 1_000 });
    try {
      const { caller, worker, datagram, tookSeconds } = await flood(limited, 4_000, 4);
      expect(caller.received.some(isShutdown), 'a burst is forgiven').toBe(false);
      // The budget is a quarter above the limit, and a second of it may come at once.
      expect(worker.length * datagram.length).toBeLessThan((tookSeconds + 1.1) * 1.25 * 125_000);
      const more = setInterval(() => caller.send(datagram), 1);
      await until('the caller is disconnected', () => caller.received.some(isShutdown));
      clearInterval(more);
      expect(worker.some(isShutdown), 'the worker is told').toBe(true);
      expect(limited.notices).toMatchObject([{ refusal: 'flood', streamId: 'stream', direction: 'ingest' }]);
      expect(limited.router.health).toMatchObject({ connections: 0 });
      expect(limited.router.health.limitedDatagrams).toBeGreaterThan(500);
    } finally {
      await limited.close();
    }
  });

  test('is not one that sends what a camera may', async () => {
    const limited = await openScene({ maxBitrateKbps: 1_000 });
    try {
      const { caller } = await flood(limited, 1_000, 7);
      expect(limited.router.health.limitedDatagrams).toBe(0);
      expect(caller.received.some(isShutdown)).toBe(false);
    } finally {
      await limited.close();
    }
  });
});

describe('a viewer', () => {
  test('gets what the worker sends', async () => {
    const view = await scene.openView();
    const sender = ffmpeg(camera('-f', 'mpegts', `srt://127.0.0.1:${scene.workerPort()}?mode=listener&pkt_size=1316`));
    const viewer = ffmpeg(rawReceiver(`srt://127.0.0.1:${view.port}?mode=caller&streamid=key`));
    await scene.untilReceiving(viewer, 20_000);
    expect(countDiscontinuities(viewer.output())).toBe(0);
    const sent = view.readSentBytes();
    expect([...sent.keys()]).toEqual(['stream']);
    // With the headers of SRT; libsrt holds some back.
    expect(sent.get('stream')).toBeGreaterThan(20_000);
    viewer.child.kill('SIGINT');
    await until('the router has freed the connection', () => view.health.connections === 0);
    await sender.ended;
  });

  test('is one of many', async () => {
    await scene.worker(() => [buildData()]);
    const view = await scene.openView();
    const viewers = await Promise.all(Array.from({ length: 5 }, () => scene.peer(view.port)));
    const answers = await Promise.all(viewers.map((viewer, index) => call(viewer, index + 1, 'key')));
    expect(answers).toEqual(Array(5).fill('accepted'));
    expect(view.health).toMatchObject({ connections: 5, halfOpen: 0 });
  });

  test('accepted by a closing listener is connected to the next one, and notices nothing', async () => {
    const { conclusionCount } = await scene.worker((count) => [count === 1 ? buildShutdown(0) : buildData()]);
    const view = await scene.openView();
    const viewer = await scene.peer(view.port);
    expect(await call(viewer, 3, 'key')).toBe('accepted');
    await until('media arrives at the viewer', () => viewer.received.some(isData));
    expect(viewer.received.filter(isShutdown)).toEqual([]);
    expect(conclusionCount()).toBe(2);
  });
});

test('a connection ends at once with a SHUTDOWN from either side', async () => {
  const { received } = await scene.worker();
  const caller = await scene.peer();
  expect(await call(caller, 3, 'key')).toBe('accepted');
  caller.send(buildShutdown(listenerSocketId));
  await until('the worker receives a SHUTDOWN', () => received.some(isShutdown));
  expect(scene.router.health.connections).toBe(0);
});

test('a caller that is silent for ten seconds is dropped on both sides', async () => {
  const { received } = await scene.worker();
  const caller = await scene.peer();
  expect(await call(caller, 3, 'key')).toBe('accepted');
  await sleep(8_000);
  expect(scene.router.health.connections).toBe(1);
  await until('both sides receive a SHUTDOWN', () => caller.received.some(isShutdown) && received.some(isShutdown));
  expect(scene.router.health.connections).toBe(0);
});

test('a stranger cannot send as a caller', async () => {
  const { received } = await scene.worker();
  expect(await call(await scene.peer(), 3, 'key')).toBe('accepted');
  (await scene.peer()).send(buildShutdown(listenerSocketId));
  await until('the router has dropped the stranger’s datagram', () => scene.router.health.droppedDatagrams === 1);
  expect(received).toEqual([]);
  expect(scene.router.health.connections).toBe(1);
});
