import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  buildRejection,
  buildShutdown,
  isShutdown,
  parseHandshake,
} from '@/server/gateway/srt-router/protocol/srt-handshake';
import type { SrtRouter } from '@/server/gateway/srt-router/thread/srt-router';
import { camera, ffmpeg, stopFfmpegs } from '../../support/camera/ffmpeg';
import { forwardTo, openScene, type RouterScene } from '../../support/gateway/router';
import {
  askCookie,
  buildConclusionOf,
  buildData,
  buildInductionOf,
  call,
  listenerSocketId,
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
    ['a blank streamid', 'ingest', ' ', 5, 1400],
    ['a malformed streamid', 'ingest', '#!::m=publish', 5, 1400],
    ['a stream that is off', 'ingest', 'off', 5, 1423],
    ['a stream that is not ready', 'ingest', 'early', 5, 1503],
    ['the handshake of version 4', 'ingest', 'key', 4, 1505],
    ['a database that does not answer', 'ingest', 'broken', 5, 1500],
  ] as const)('%s', async (_, direction, streamId, version, reason) => {
    const opened = direction === 'ingest' ? scene.router : await scene.openView();
    expect(await call(await scene.peer(opened.port), 77, streamId, version)).toBe(reason);
    expect(opened.health).toMatchObject({ connections: 0, halfOpen: 0, refusedCallers: 1 });
    expect(scene.notices).toHaveLength(1);
  });

  test('one of a socket group', async () => {
    const caller = await scene.peer();
    // SRT_CMD_GROUP: the group's id; a backup group, and this link's weight.
    const group = Buffer.from('000800020000004d02000001', 'hex');
    caller.send(Buffer.concat([buildConclusionOf(3, await askCookie(caller, 3), 'key'), group]));
    const isRejected = () => caller.received.map(parseHandshake).find((answer) => answer?.kind === 'rejection');
    expect(await until('the group’s member is rejected', isRejected)).toMatchObject({ reason: 15 });
    expect(scene.notices).toMatchObject([{ refusal: 'bonded', streamId: 'stream' }]);
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
});

describe('many callers', () => {
  /** Calls from a socket of its own, and leaves the answer. */
  async function callFrom(localAddress: string, key: string): Promise<RawPeer> {
    const caller = await scene.peer(scene.router.port, localAddress);
    caller.send(buildConclusionOf(3, await askCookie(caller, 3), key));
    return caller;
  }
  const isRefused = ({ received }: RawPeer) =>
    received.some((datagram) => parseHandshake(datagram)?.kind === 'rejection');

  test('of one address that wait for a worker leave 64 slots in use, and the oldest is refused', async () => {
    scene.admissions.slow = (onWaiting) => {
      onWaiting('stream');
      return new Promise(() => undefined);
    };
    const callers: RawPeer[] = [];
    for (let count = 0; count < 64; count++) callers.push(await callFrom('127.0.0.1', 'slow'));
    await until('64 calls are half open', () => scene.router.health.halfOpen === 64);
    expect(callers.filter(isRefused)).toEqual([]);
    callers.push(await callFrom('127.0.0.1', 'slow'));
    await until('a caller is refused', () => callers.some(isRefused));
    expect(callers.findIndex(isRefused)).toBe(0);
    expect(scene.notices).toMatchObject([{ refusal: 'overload', streamId: 'stream' }]);
    expect(scene.router.health.halfOpen).toBe(64);
    await scene.worker();
    scene.admissions.organ = () => forwardTo(scene.workerPort(), 'organ');
    scene.admissions.drums = () => forwardTo(scene.workerPort(), 'drums');
    const elsewhere = await scene.peer(scene.router.port, '127.0.0.2');
    expect(await call(elsewhere, 3, 'organ'), 'of another address').toBe('accepted');
    expect(await call(await scene.peer(), 3, 'drums'), 'of the same address').toBe('accepted');
  });

  test('with unknown keys take no slot from those who wait', async () => {
    scene.admissions.slow = (onWaiting) => {
      onWaiting('stream');
      return new Promise(() => undefined);
    };
    const waiting = await callFrom('127.0.0.1', 'slow');
    const strangers: RawPeer[] = [];
    for (let count = 0; count < 100; count++) strangers.push(await callFrom('127.0.0.1', `nobody-${count}`));
    await until('all strangers are refused', () => strangers.every(isRefused));
    expect(isRefused(waiting)).toBe(false);
    expect(scene.router.health).toMatchObject({ connections: 1, halfOpen: 1 });
  });

  test('from one socket are limited to its rate, and its neighbour at the same address is served', async () => {
    const flood = await scene.peer();
    const cookies = new Map<number, number>();
    for (let socketId = 1; socketId <= 60; socketId++) cookies.set(socketId, await askCookie(flood, socketId));
    for (const [socketId, cookie] of cookies) flood.send(buildConclusionOf(socketId, cookie, 'nobody'));
    await until('the router limits datagrams', () => scene.router.health.limitedDatagrams > 0);
    expect(await call(await scene.peer(), 9, 'off')).toBe(1423);
    expect(scene.router.health.refusedCallers).toBeLessThan(60);
  });
});

describe('no datagram makes two ports talk to each other', () => {
  const counts = (router: SrtRouter) => {
    const { refusedCallers, droppedDatagrams, faults } = router.health;
    return { refusedCallers, droppedDatagrams, faults };
  };

  test.each<[string, Buffer]>([
    ['an induction of socket id 0', buildInductionOf(0)],
    ['a conclusion of socket id 0', buildConclusionOf(0, 0x12345678, 'key')],
    ['an induction', buildInductionOf(3)],
    ['media', buildData()],
    ['a shutdown', buildShutdown(0)],
    ['a rejection', buildRejection(buildInductionOf(0), 10)],
  ])('%s that seems to come from the other one', async (_, datagram) => {
    const view = await scene.openView();
    const from = { address: '127.0.0.1', family: 'IPv4' as const, port: view.port, size: datagram.length };
    scene.router.receive(datagram, from);
    const dropped = () => scene.router.health.droppedDatagrams + view.health.droppedDatagrams;
    await until('one of the two routers has dropped the datagram', () => dropped() === 1);
    const routers = [scene.router, view];
    const after = routers.map(counts);
    // Whatever the two said to each other would arrive between these.
    const strangers = await Promise.all(routers.map(({ port }) => scene.peer(port)));
    for (let round = 1; round <= 5; round++) {
      for (const stranger of strangers) stranger.send(buildShutdown(listenerSocketId));
      await until('both routers have dropped the strangers’ datagrams', () => dropped() >= 1 + 2 * round);
    }
    expect(routers.map(counts), 'and nothing goes on').toEqual(
      after.map((before) => ({ ...before, droppedDatagrams: before.droppedDatagrams + 5 })),
    );
  });

  test('an induction of socket id 0 from its own address is not answered', async () => {
    const { port } = scene.router;
    const datagram = buildInductionOf(0);
    scene.router.receive(datagram, { address: '127.0.0.1', family: 'IPv4', port, size: datagram.length });
    await until('the router has dropped the datagram', () => scene.router.health.droppedDatagrams === 1);
  });
});

describe('the handshake', () => {
  test('takes one admission and one connection, however often its parts are repeated', async () => {
    const { conclusionCount } = await scene.worker();
    const caller = await scene.peer();
    const conclusion = buildConclusionOf(3, await askCookie(caller, 3), 'key');
    for (let count = 0; count < 5; count++) caller.send(conclusion);
    await until(
      'the caller is connected',
      () => scene.router.health.connections === 1 && scene.router.health.halfOpen === 0,
    );
    caller.received.length = 0;
    caller.send(conclusion);
    await until('the repeated answer arrives', () => caller.received.length === 1);
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
    await until('the router has dropped the datagram', () => scene.router.health.droppedDatagrams === 1);
    // Another datagram of the same caller is over, too.
    caller.send(buildConclusionOf(3, cookie, 'key'));
    await until('the router has dropped the second datagram', () => scene.router.health.droppedDatagrams === 2);
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
    await until(
      'both SRT sockets are connected',
      () => scene.router.health.connections === 2 && scene.router.health.halfOpen === 0,
    );
    scene.router.closeStream('other');
    await until('the caller receives a SHUTDOWN', () => caller.received.some(isShutdown));
    expect(caller.received.filter(isShutdown).map((datagram) => datagram.readUInt32BE(12))).toEqual([4]);
    await until('the worker receives a SHUTDOWN', () => received.some(isShutdown));
    expect(scene.router.health.connections).toBe(1);
  });
});

function unreadable(): Buffer {
  const datagram = buildInductionOf(3);
  datagram.readUInt32BE = () => {
    throw new Error('a fault in the router');
  };
  return datagram;
}

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

  test.each([
    ['whose source has no answer', 70_000, buildInductionOf(3), { sendErrors: 1, faults: 0 }],
    ['whose handling throws', 9, unreadable(), { sendErrors: 0, faults: 1 }],
  ])('%s is counted, and the next one is answered', async (_, port, datagram, counts) => {
    // No system reports port 70,000, and no datagram throws; they stand for any other failure.
    from(port, datagram);
    expect(scene.router.health).toMatchObject(counts);
    expect(await call(await scene.peer(), 3, 'nobody')).toBe(1404);
  });
});
