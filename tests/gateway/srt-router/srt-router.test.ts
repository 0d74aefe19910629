import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildShutdown, isData, isShutdown } from '@/server/gateway/srt-router/srt-handshake';
import type { SrtAdmission } from '@/server/gateway/srt-router/srt-refusal';
import { type SrtRefusalNotice, SrtRouter } from '@/server/gateway/srt-router/srt-router';
import { camera, type Ffmpeg, ffmpeg, rawReceiver, stopFfmpegs } from '../../support/camera/ffmpeg';
import {
  askCookie,
  buildConclusionOf,
  buildData,
  call,
  listenerSocketId,
  type RawPeer,
  rawListener,
  rawPeer,
} from '../../support/gateway/srt-peers';
import { freeUdpPort } from '../../support/network/free-port';
import { countDiscontinuities } from '../../support/room/count-discontinuities';
import { until } from '../../support/until';

let router: SrtRouter;
let workerPort: number;
let notices: SrtRefusalNotice[];
let admitted: number;
let admissions: Record<string, () => SrtAdmission | Promise<SrtAdmission>>;
const cleanups: (() => void)[] = [];

const forwardTo = (port: number): SrtAdmission => ({ kind: 'forward', streamId: 'stream', host: '127.0.0.1', port });
const refusal = (why: 'off' | 'not_ready'): SrtAdmission => ({ kind: 'refuse', refusal: why, streamId: 'stream' });

async function openRouter(direction: 'ingest' | 'view'): Promise<SrtRouter> {
  const opened = new SrtRouter({
    direction,
    host: '127.0.0.1',
    port: 0,
    admit: async (streamKey) => {
      admitted++;
      return admissions[streamKey]?.() ?? { kind: 'refuse', refusal: 'unknown_key', streamId: null };
    },
    onRefusal: (notice) => notices.push(notice),
    onOpened: () => undefined,
    onEnded: () => undefined,
  });
  await opened.listen();
  cleanups.push(() => void opened.close());
  return opened;
}

beforeEach(async () => {
  notices = [];
  admitted = 0;
  workerPort = await freeUdpPort();
  admissions = {
    key: () => forwardTo(workerPort),
    off: () => refusal('off'),
    early: () => refusal('not_ready'),
    broken: () => Promise.reject(new Error('no database')),
  };
  router = await openRouter('ingest');
});

afterEach(() => {
  stopFfmpegs();
  for (const cleanup of cleanups.splice(0)) cleanup();
});
afterAll(stopFfmpegs);

const ingestUrl = (streamId = 'key') =>
  `srt://127.0.0.1:${router.port}?mode=caller&latency=120000&pkt_size=1316&streamid=${streamId}`;
const encoder = (streamId?: string): Ffmpeg => ffmpeg(camera('-f', 'mpegts', ingestUrl(streamId)));
/** Stands in for a worker: real libsrt, which takes one caller and ends with it. */
const listener = (): Ffmpeg => ffmpeg(rawReceiver(`srt://127.0.0.1:${workerPort}?mode=listener&latency=120000`));
const untilReceiving = (receiver: Ffmpeg, bytes = 100_000) =>
  until(() => receiver.output().length > bytes, { what: 'pictures at the worker' });

async function peer(port = router.port): Promise<RawPeer> {
  const opened = await rawPeer(port);
  cleanups.push(() => opened.close());
  return opened;
}

async function worker(afterAccept?: (count: number) => Buffer[]) {
  const opened = await rawListener(afterAccept);
  workerPort = opened.port;
  cleanups.push(() => opened.close());
  return opened;
}

describe('an encoder', () => {
  test('reaches the worker byte for byte', async () => {
    const receiver = listener();
    const sender = ffmpeg(
      camera('-t', '4', '-map', '0', '-f', 'tee', `[f=mpegts]pipe\\:1|[f=mpegts]${ingestUrl().replaceAll(':', '\\:')}`),
    );
    expect(await sender.ended, sender.log()).toBe(0);
    await receiver.ended;
    const sent = sender.output();
    const received = receiver.output();
    expect(sent.length).toBeGreaterThan(100_000);
    // At its end libsrt leaves what is still within the latency.
    expect(received.length).toBeGreaterThan(sent.length * 0.8);
    expect(received.equals(sent.subarray(0, received.length))).toBe(true);
    await until(() => router.health.sessions === 0, { what: 'the session to be freed' });
  });

  test('may name its stream in the access control syntax', async () => {
    const receiver = listener();
    encoder('#!::r=key,m=publish');
    await untilReceiving(receiver, 10_000);
  });

  test('waits for a worker whose listener is just being opened', async () => {
    const sender = encoder();
    await until(() => router.health.halfOpen === 1);
    await sleep(1_000);
    const receiver = listener();
    await untilReceiving(receiver, 10_000);
    expect(sender.child.exitCode).toBeNull();
  });

  test('is told when no worker listens', async () => {
    const sender = encoder();
    expect(await sender.ended).not.toBe(0);
    await until(() => notices.length > 0);
    expect(notices).toMatchObject([{ refusal: 'not_ready', streamId: 'stream', direction: 'ingest' }]);
    expect(router.health.sessions).toBe(0);
  });

  test('is disconnected with its worker when the stream is switched off', async () => {
    const receiver = listener();
    const sender = encoder();
    await untilReceiving(receiver);
    admissions.key = () => refusal('off');
    router.closeStream('stream');
    await Promise.all([sender.ended, receiver.ended]);
    expect(router.health.sessions).toBe(0);
    expect(await call(await peer(), 9, 'key')).toBe(1423);
  });

  test('frees its place when it leaves', async () => {
    let receiver = listener();
    const sender = encoder();
    await untilReceiving(receiver);
    sender.child.kill('SIGINT');
    await Promise.all([sender.ended, receiver.ended]);
    expect(router.health.sessions).toBe(0);
    receiver = listener();
    encoder();
    await untilReceiving(receiver, 10_000);
    expect(notices).toEqual([]);
  });
});

describe('a caller that may not come in is told why', () => {
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
    const opened = direction === 'ingest' ? router : await openRouter(direction);
    expect(await call(await peer(opened.port), 77, streamId, version)).toBe(reason);
    expect(opened.health).toMatchObject({ sessions: 0, halfOpen: 0, refusedCallers: 1 });
    expect(notices).toHaveLength(1);
  });

  test('an encrypted call to a stream without a passphrase', async () => {
    const receiver = listener();
    expect(await ffmpeg(camera('-f', 'mpegts', `${ingestUrl()}&passphrase=as-good-as-any`)).ended).not.toBe(0);
    expect(notices).toMatchObject([{ refusal: 'unexpected_passphrase', streamId: 'stream' }]);
    encoder();
    await untilReceiving(receiver, 10_000);
  });

  test.each(['nobody', 'off'])('by libsrt, at once (%s)', async (streamId) => {
    const startedAtMs = performance.now();
    const sender = encoder(streamId);
    expect(await sender.ended).not.toBe(0);
    // Without an answer libsrt gives up after three seconds.
    expect(performance.now() - startedAtMs).toBeLessThan(2_500);
    expect(notices).toHaveLength(1);
  });

  test('when too many are half way in', async () => {
    admissions.slow = () => new Promise(() => undefined);
    const flood = await peer();
    const cookies = await Promise.all(Array.from({ length: 256 }, (_, index) => askCookie(flood, index + 1)));
    for (const [index, cookie] of cookies.entries()) flood.send(buildConclusionOf(index + 1, cookie, 'slow'));
    await until(() => router.health.halfOpen === 256);
    expect(await call(await peer(), 1, 'key')).toBe(1402);
  });
});

describe('a live encoder', () => {
  test('is not disturbed by a second one or by strangers', async () => {
    const receiver = listener();
    const first = encoder();
    await untilReceiving(receiver, 10_000);

    const second = encoder();
    expect(await second.ended).not.toBe(0);
    expect(notices).toMatchObject([{ refusal: 'busy', streamId: 'stream' }]);
    expect(await call(await peer(), 5, 'key')).toBe(1409);
    expect(await call(await peer(), 5, 'nobody')).toBe(1404);

    const sofar = receiver.output().length;
    await untilReceiving(receiver, sofar + 60_000);
    expect(router.health.sessions).toBe(1);
    expect(first.child.exitCode).toBeNull();
    expect(countDiscontinuities(receiver.output())).toBe(0);
  });

  test('that has been killed is replaced by the next once it is silent', async () => {
    const receiver = listener();
    const first = encoder();
    await untilReceiving(receiver);
    first.child.kill('SIGKILL');
    await first.ended;
    expect(await encoder().ended, 'refused while the first may still be there').not.toBe(0);
    await sleep(2_000);
    const nextReceiver = receiver.ended.then(listener);
    encoder();
    await untilReceiving(await nextReceiver);
    expect(router.health.sessions).toBe(1);
  });
});

describe('a viewer', () => {
  test('gets what the worker sends', async () => {
    const view = await openRouter('view');
    const sender = ffmpeg(camera('-f', 'mpegts', `srt://127.0.0.1:${workerPort}?mode=listener&pkt_size=1316`));
    const viewer = ffmpeg(rawReceiver(`srt://127.0.0.1:${view.port}?mode=caller&streamid=key`));
    await untilReceiving(viewer, 20_000);
    expect(countDiscontinuities(viewer.output())).toBe(0);
    viewer.child.kill('SIGINT');
    await until(() => view.health.sessions === 0, { what: 'the session to be freed' });
    await sender.ended;
  });

  test('is one of many', async () => {
    await worker(() => [buildData()]);
    const view = await openRouter('view');
    const viewers = await Promise.all(Array.from({ length: 5 }, () => peer(view.port)));
    const answers = await Promise.all(viewers.map((viewer, index) => call(viewer, index + 1, 'key')));
    expect(answers).toEqual(Array(5).fill('accepted'));
    expect(view.health).toMatchObject({ sessions: 5, halfOpen: 0 });
  });

  test('whom a listener took that was just being closed is brought to the next, and notices nothing', async () => {
    const { conclusionCount } = await worker((count) => [count === 1 ? buildShutdown(0) : buildData()]);
    const view = await openRouter('view');
    const viewer = await peer(view.port);
    expect(await call(viewer, 3, 'key')).toBe('accepted');
    await until(() => viewer.received.some(isData), { what: 'media' });
    expect(viewer.received.filter(isShutdown)).toEqual([]);
    expect(conclusionCount()).toBe(2);
  });
});

describe('the handshake', () => {
  test('costs one admission and one connection, however often its parts are repeated', async () => {
    const { conclusionCount } = await worker();
    const caller = await peer();
    const conclusion = buildConclusionOf(3, await askCookie(caller, 3), 'key');
    for (let count = 0; count < 5; count++) caller.send(conclusion);
    await until(() => router.health.sessions === 1 && router.health.halfOpen === 0);
    caller.received.length = 0;
    caller.send(conclusion);
    await until(() => caller.received.length === 1, { what: 'the answer again' });
    expect(admitted).toBe(1);
    expect(conclusionCount()).toBe(1);
  });

  test.each([
    ['made up', async () => 0x12345678],
    ['given to another SRT socket', (caller: RawPeer) => askCookie(caller, 4)],
    ['given to another port', async () => askCookie(await peer(), 3)],
  ] as const)('with a cookie that was %s gets no answer and leaves no trace', async (_, forge) => {
    const caller = await peer();
    const cookie = await forge(caller);
    caller.received.length = 0;
    caller.send(buildConclusionOf(3, cookie, 'key'));
    await until(() => router.health.droppedDatagrams === 1);
    await sleep(100);
    expect(caller.received).toEqual([]);
    expect(admitted).toBe(0);
    expect(router.health.sessions).toBe(0);
  });

  test('tells two SRT sockets of one UDP port apart', async () => {
    const { received } = await worker();
    admissions.other = () => ({ ...forwardTo(workerPort), streamId: 'other' }) as SrtAdmission;
    const caller = await peer();
    for (const [socketId, key] of [
      [3, 'key'],
      [4, 'other'],
    ] as const) {
      caller.send(buildConclusionOf(socketId, await askCookie(caller, socketId), key));
    }
    await until(() => router.health.sessions === 2 && router.health.halfOpen === 0);
    router.closeStream('other');
    await until(() => caller.received.some(isShutdown));
    expect(caller.received.filter(isShutdown).map((datagram) => datagram.readUInt32BE(12))).toEqual([4]);
    await until(() => received.some(isShutdown));
    expect(router.health.sessions).toBe(1);
  });
});

test('a session ends at once with a SHUTDOWN from either side', async () => {
  const { received } = await worker();
  const caller = await peer();
  expect(await call(caller, 3, 'key')).toBe('accepted');
  caller.send(buildShutdown(listenerSocketId));
  await until(() => received.some(isShutdown));
  expect(router.health.sessions).toBe(0);
});

test('a caller that is silent for ten seconds is dropped on both sides', async () => {
  const { received } = await worker();
  const caller = await peer();
  expect(await call(caller, 3, 'key')).toBe('accepted');
  await sleep(8_000);
  expect(router.health.sessions).toBe(1);
  await until(() => caller.received.some(isShutdown) && received.some(isShutdown));
  expect(router.health.sessions).toBe(0);
});

test('a stranger cannot speak for a caller', async () => {
  const { received } = await worker();
  expect(await call(await peer(), 3, 'key')).toBe('accepted');
  (await peer()).send(buildShutdown(listenerSocketId));
  await until(() => router.health.droppedDatagrams === 1);
  expect(received).toEqual([]);
  expect(router.health.sessions).toBe(1);
});
