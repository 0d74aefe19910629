import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { camera, type Ffmpeg, ffmpeg, stopFfmpegs } from '../../support/camera/ffmpeg';
import { openScene, type RouterScene } from '../../support/gateway/router';
import { call } from '../../support/gateway/srt-peers';
import { openSrtlaSender, type SrtlaSender } from '../../support/gateway/srtla-sender';
import { type Impairment, type ImpairmentProxy, openImpairmentProxy } from '../../support/network/impairment-proxy';
import { countDiscontinuities } from '../../support/room/count-discontinuities';
import { until } from '../../support/until';

/* Real libsrt at both ends, and a sender with three links between the encoder and the router. */

const rttMs = 40;
/** Resending takes a fifth of a second at rest. A machine that does much else at the same time needs more. */
const latencyMs = 3_000;
const srtOptions = `latency=${latencyMs * 1_000}&pkt_size=1316`;
let scene: RouterScene;
let cleanups: (() => unknown)[];

beforeEach(async () => {
  cleanups = [];
  scene = await openScene();
});

afterEach(async () => {
  stopFfmpegs();
  for (const cleanup of cleanups) cleanup();
  await scene.close();
});

/** A sender with three links that differ in their delay. */
async function openBond(
  impairment: Partial<Impairment> = {},
): Promise<{ sender: SrtlaSender; links: ImpairmentProxy[] }> {
  const links = await Promise.all(
    [0, 1, 2].map((index) =>
      openImpairmentProxy(scene.router.port, { delayMs: rttMs / 2 + index * 10, ...impairment }, index + 1),
    ),
  );
  for (const link of links) cleanups.push(link.close);
  const sender = await openSrtlaSender(links.map(({ port }) => port));
  cleanups.push(sender.close);
  await sender.untilRegistered();
  return { sender, links };
}

const encode = ({ port }: SrtlaSender, ...options: string[]): Ffmpeg =>
  ffmpeg(camera(...options, '-f', 'mpegts', `srt://127.0.0.1:${port}?mode=caller&${srtOptions}&streamid=key`));

/** The media of more seconds at the receiver, by its bytes at a constant bitrate. */
async function untilMore(receiver: Ffmpeg, bytes: number): Promise<void> {
  const before = receiver.output().length;
  await until('more media arrives at the worker', () => receiver.output().length > before + bytes, {
    timeoutMs: 30_000,
  });
}

test('three links of 500 kbit/s carry a megabit, and what one of them loses is resent', async () => {
  const receiver = scene.listener();
  const { sender, links } = await openBond({ rateKbps: 500, queueMs: latencyMs });
  links[1]?.impair({ loss: 0.05 });
  encode(sender, '-muxrate', '1000000');
  await untilMore(receiver, 500_000);
  const sent = sender.sentPackets();
  const all = sent.reduce((sum, packets) => sum + packets, 0);
  for (const packets of sent) expect(packets).toBeGreaterThan(all / 10);
  expect(links[1]?.lostDatagrams()).toBeGreaterThan(5);
  expect(countDiscontinuities(receiver.output())).toBe(0);
  expect(scene.router.health.connections).toBe(1);
  expect(scene.notices).toEqual([]);
  const bond = scene.router.readLinks().get('stream')?.bond ?? [];
  expect(
    bond.map(({ rtt_ms }) => rtt_ms ?? 0).filter((ms) => ms >= rttMs - 5),
    'as the sender reports',
  ).toHaveLength(3);
});

test('a link that dies loses no packet, and comes back', async () => {
  const receiver = scene.listener();
  const { sender, links } = await openBond();
  const encoder = encode(sender, '-muxrate', '1000000');
  await untilMore(receiver, 125_000);
  // A group that carries nothing ends, and an encoder starts slowly on a busy machine.
  const registrations = sender.registrations();
  links[1]?.cut();
  await untilMore(receiver, 375_000);
  const whileCut = sender.sentPackets()[1] ?? 0;
  links[1]?.restore();
  await until('the link carries media again', () => (sender.sentPackets()[1] ?? 0) > whileCut + 50);
  await untilMore(receiver, 125_000);
  expect(countDiscontinuities(receiver.output())).toBe(0);
  expect(encoder.child.exitCode, encoder.log()).toBeNull();
  expect(sender.registrations()).toBe(registrations);
});

test('an encoder that leaves frees its place for the next, whose group is the same', async () => {
  let receiver = scene.listener();
  const { sender } = await openBond();
  const first = encode(sender);
  await untilMore(receiver, 50_000);
  first.child.kill('SIGINT');
  await Promise.all([first.ended, receiver.ended]);
  await until('the router has freed the connection', () => scene.router.health.connections === 0);
  receiver = scene.listener();
  encode(sender);
  await untilMore(receiver, 50_000);
  expect(scene.notices).toEqual([]);
});

test('refusals and calls of others pass as ever, and a flood of registrations disturbs no camera', async () => {
  const receiver = scene.listener();
  const { sender } = await openBond();
  encode(sender);
  await untilMore(receiver, 50_000);
  const registrations = sender.registrations();
  const attackers = await Promise.all(Array.from({ length: 8 }, () => scene.peer()));
  const junk = [0x9200, 0x9201, 0x9000, 0x9202, 0x9fff].map((type) => {
    const head = Buffer.alloc(2);
    head.writeUInt16BE(type);
    return () => Buffer.concat([head, randomBytes(256)]);
  });
  const flood = setInterval(() => {
    for (const { send } of attackers) for (const make of junk) send(make());
  }, 20);
  cleanups.push(() => clearInterval(flood));
  await untilMore(receiver, 80_000);
  expect(await call(await scene.peer(), 5, 'key')).toBe(1409);
  await until('a part of the flood is dropped', () => scene.router.health.limitedDatagrams > 0);
  clearInterval(flood);
  expect(scene.router.health).toMatchObject({ faults: 0, connections: 1 });
  expect(countDiscontinuities(receiver.output())).toBe(0);
  expect(sender.registrations()).toBe(registrations);
});
