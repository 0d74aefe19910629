import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LatencyChoice, latencyTermsOf } from '@/lib/core/srt-latency';
import { parseConclusionExtensions, parseHandshake } from '@/server/gateway/srt-router/protocol/srt-handshake';
import { srtListenerUrl } from '@/server/worker/srt-listener/srt-listener-url';
import { camera, ffmpeg, rawReceiver, stopFfmpegs } from '../../support/camera/ffmpeg';
import { forwardTo, openScene, type RouterScene } from '../../support/gateway/router';
import { buildData, openConnection } from '../../support/gateway/srt-peers';
import { until } from '../../support/until';

let scene: RouterScene;

beforeEach(async () => {
  scene = await openScene();
});

afterEach(async () => {
  stopFfmpegs();
  await scene.close();
});

const asking = (parameter: string | null) => (parameter === null ? '' : `&${parameter}`);

test.each<[string | null, LatencyChoice, number]>([
  ['latency=20000', 'internet', 20],
  ['latency=20000', 'local', 20],
  ['latency=120000', 'local', 120],
  ['latency=120000', 'internet', 120],
  ['latency=400000', 'mobile', 400],
  ['latency=20000', 'mobile', 320],
  ['latency=120000', 250, 250],
  [null, 'local', 20],
  [null, 'internet', 120],
  [null, 250, 250],
])('an encoder with %s, where %s is chosen, has %d ms', async (asked, choice, agreedMs) => {
  scene.admissions.key = () => ({ ...forwardTo(scene.workerPort()), latency: latencyTermsOf(choice, 80) });
  const listener = srtListenerUrl({ host: '127.0.0.1', port: scene.workerPort(), passphrase: null });
  const receiver = ffmpeg(rawReceiver(listener));
  const address = `srt://127.0.0.1:${scene.router.port}?mode=caller&streamid=key${asking(asked)}`;
  const sender = ffmpeg(camera('-f', 'mpegts', address));
  await scene.untilReceiving(receiver, 10_000).catch((cause: unknown) => {
    throw new Error(`${cause}: ${sender.log()} ${receiver.log()}`, { cause });
  });
  expect(scene.router.readLinks().get('stream')?.srtLatencyMs).toBe(agreedMs);
});

test.each<[string | null, LatencyChoice, number]>([
  ['rcvlatency=20000', 'local', 20],
  ['rcvlatency=20000', 250, 250],
  ['latency=400000', 250, 400],
  // libsrt's own default is 120 ms.
  [null, 'local', 120],
  [null, 'mobile', 320],
])('a player with %s, where %s is chosen, asks the worker for %d ms', async (asked, choice, askedMs) => {
  const asks: (number | undefined)[] = [];
  const { port, socket } = await scene.worker();
  socket.on('message', (datagram) => {
    if (parseHandshake(datagram)?.kind === 'conclusion') {
      asks.push(parseConclusionExtensions(datagram)?.receiveLatencyMs);
    }
  });
  scene.admissions.key = () => ({ ...forwardTo(port), latency: latencyTermsOf(choice, 80) });
  const view = await scene.openView();
  ffmpeg(rawReceiver(`srt://127.0.0.1:${view.port}?mode=caller&streamid=key${asking(asked)}`));
  await until('the worker is called', () => asks.length > 0);
  expect(asks[0]).toBe(askedMs);
});

// The receiver of a handshake takes its age for that of all packets, and shows media later by it.
describe('what a handshake waits for at the router is not its age:', () => {
  const waitMs = 700;
  const generousMs = 5_000;
  const timestampMs = (handshake: Buffer) => handshake.readUInt32BE(8) / 1_000;
  const isConclusion = (datagram: Buffer) => parseHandshake(datagram)?.kind === 'conclusion';

  test('an admission, of a camera', async () => {
    const calls: Buffer[] = [];
    const { port, socket } = await scene.worker();
    socket.on('message', (datagram) => calls.push(datagram));
    scene.admissions.key = async () => {
      await sleep(waitMs);
      return forwardTo(port);
    };
    await openConnection(await scene.peer(), 1, 'key');
    const [call = Buffer.alloc(0)] = calls.filter(isConclusion);
    expect(timestampMs(call)).toBeGreaterThan(waitMs);
    expect(timestampMs(call)).toBeLessThan(waitMs + generousMs);
  });

  test('the first media, of a player', async () => {
    const { port, socket } = await scene.worker();
    socket.on('message', async (datagram, caller) => {
      if (!isConclusion(datagram)) return;
      await sleep(waitMs);
      socket.send(buildData(1), caller.port, caller.address);
    });
    scene.admissions.key = () => forwardTo(port);
    const peer = await scene.peer((await scene.openView()).port);
    await openConnection(peer, 1, 'key');
    const [answer = Buffer.alloc(0)] = peer.received.filter(isConclusion);
    expect(timestampMs(answer)).toBeGreaterThan(waitMs);
    expect(timestampMs(answer)).toBeLessThan(waitMs + generousMs);
  });
});
