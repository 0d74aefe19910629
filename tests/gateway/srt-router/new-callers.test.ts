import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildShutdown, isShutdown } from '@/server/gateway/srt-router/protocol/srt-handshake';
import { camera, ffmpeg, stopFfmpegs } from '../../support/camera/ffmpeg';
import { forwardTo, openScene, type RouterScene } from '../../support/gateway/router';
import {
  askCookie,
  buildConclusionOf,
  buildData,
  buildInductionOf,
  call,
  type RawPeer,
} from '../../support/gateway/srt-peers';
import { until } from '../../support/until';

let scene: RouterScene;

beforeEach(async () => {
  scene = await openScene();
});

afterEach(async () => {
  stopFfmpegs();
  await scene.close();
});

describe('a refused caller receives the reason', () => {
  test.each([
    ['an unknown key', 'ingest', 'nobody', 5, 1404],
    ['no streamid', 'ingest', null, 5, 1400],
    ['a malformed streamid', 'ingest', '#!::m=publish', 5, 1400],
    ['a stream that is off', 'ingest', 'off', 5, 1423],
    ['a stream that is not ready', 'ingest', 'early', 5, 1503],
    ['viewing at the port for cameras', 'ingest', '#!::r=key,m=request', 5, 1405],
    ['publishing at the port for viewers', 'view', '#!::r=key,m=publish', 5, 1405],
    ['the handshake of version 4', 'ingest', 'key', 4, 1505],
    ['a database that does not answer', 'ingest', 'broken', 5, 1500],
  ] as const)('%s', async (_, direction, streamId, version, reason) => {
    const opened = direction === 'ingest' ? scene.router : await scene.openView();
    expect(await call(await scene.peer(opened.port), 77, streamId, version)).toBe(reason);
    expect(opened.health).toMatchObject({ connections: 0, halfOpen: 0, refusedCallers: 1 });
    expect(scene.notices).toHaveLength(1);
  });

  test('an encrypted call to a stream without a passphrase', async () => {
    const receiver = scene.listener();
    expect(await ffmpeg(camera('-f', 'mpegts', `${scene.ingestUrl()}&passphrase=as-good-as-any`)).ended).not.toBe(0);
    expect(scene.notices).toMatchObject([{ refusal: 'unexpected_passphrase', streamId: 'stream' }]);
    scene.encoder();
    await scene.untilReceiving(receiver, 10_000);
  });

  test.each(['nobody', 'off'])('by libsrt, at once (%s)', async (streamId) => {
    const startedAtMs = performance.now();
    const sender = scene.encoder(streamId);
    expect(await sender.ended).not.toBe(0);
    // Without an answer libsrt gives up after three seconds.
    expect(performance.now() - startedAtMs).toBeLessThan(2_500);
    expect(scene.notices).toHaveLength(1);
  });

  test('when too many connections are half open', async () => {
    scene.admissions.slow = () => new Promise(() => undefined);
    const flood = await scene.peer();
    const cookies = await Promise.all(Array.from({ length: 256 }, (_, index) => askCookie(flood, index + 1)));
    for (const [index, cookie] of cookies.entries()) flood.send(buildConclusionOf(index + 1, cookie, 'slow'));
    await until(() => scene.router.health.halfOpen === 256);
    expect(await call(await scene.peer(), 1, 'key')).toBe(1402);
  });
});

describe('the handshake', () => {
  test('takes one admission and one connection, however often its parts are repeated', async () => {
    const { conclusionCount } = await scene.worker();
    const caller = await scene.peer();
    const conclusion = buildConclusionOf(3, await askCookie(caller, 3), 'key');
    for (let count = 0; count < 5; count++) caller.send(conclusion);
    await until(() => scene.router.health.connections === 1 && scene.router.health.halfOpen === 0);
    caller.received.length = 0;
    caller.send(conclusion);
    await until(() => caller.received.length === 1, { what: 'the repeated answer' });
    expect(scene.admitted()).toBe(1);
    expect(conclusionCount()).toBe(1);
  });

  test.each([
    ['invented', async () => 0x12345678],
    ['issued to another SRT socket', (caller: RawPeer) => askCookie(caller, 4)],
    ['issued to another port', async () => askCookie(await scene.peer(), 3)],
  ] as const)('with a cookie that was %s gets no answer and no connection', async (_, forge) => {
    const caller = await scene.peer();
    const cookie = await forge(caller);
    caller.received.length = 0;
    caller.send(buildConclusionOf(3, cookie, 'key'));
    await until(() => scene.router.health.droppedDatagrams === 1);
    await sleep(100);
    expect(caller.received).toEqual([]);
    expect(scene.admitted()).toBe(0);
    expect(scene.router.health.connections).toBe(0);
  });

  test('distinguishes two SRT sockets of one UDP port', async () => {
    const { received } = await scene.worker();
    scene.admissions.other = () => forwardTo(scene.workerPort(), 'other');
    const caller = await scene.peer();
    for (const [socketId, key] of [
      [3, 'key'],
      [4, 'other'],
    ] as const) {
      caller.send(buildConclusionOf(socketId, await askCookie(caller, socketId), key));
    }
    await until(() => scene.router.health.connections === 2 && scene.router.health.halfOpen === 0);
    scene.router.closeStream('other');
    await until(() => caller.received.some(isShutdown));
    expect(caller.received.filter(isShutdown).map((datagram) => datagram.readUInt32BE(12))).toEqual([4]);
    await until(() => received.some(isShutdown));
    expect(scene.router.health.connections).toBe(1);
  });
});

describe('a datagram without a possible answer', () => {
  const from = (port: number, datagram: Buffer) =>
    scene.router.receive(datagram, { address: '127.0.0.1', family: 'IPv4', port, size: datagram.length });

  test.each([
    ['an induction', buildInductionOf(3)],
    ['a conclusion', buildConclusionOf(3, 0x12345678, 'key')],
    ['media', buildData()],
    ['a shutdown', buildShutdown(0)],
  ])('from port 0 is dropped: %s', (_, datagram) => {
    from(0, datagram);
    expect(scene.router.health).toMatchObject({ droppedDatagrams: 1, faults: 0, sendErrors: 0 });
  });

  test('whose handling throws counts as a fault, and the next one is answered', async () => {
    // No system reports such a port; it stands for any other failure.
    from(70_000, buildInductionOf(3));
    expect(scene.router.health.faults).toBe(1);
    expect(await call(await scene.peer(), 3, 'nobody')).toBe(1404);
  });
});
