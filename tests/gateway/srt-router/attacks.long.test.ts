import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { db } from '@/lib/platform/db/db';
import type { Attack } from '../../support/attacks/attack';
import { datagramsOfOwnPorts } from '../../support/attacks/srt/datagrams-of-own-ports';
import { fuzzedDatagrams } from '../../support/attacks/srt/fuzzed-datagrams';
import { ownKeyCalls } from '../../support/attacks/srt/own-key-calls';
import { ownKeyFlood } from '../../support/attacks/srt/own-key-flood';
import { srtlaRegistrations } from '../../support/attacks/srt/srtla-registrations';
import { unknownKeyCalls } from '../../support/attacks/srt/unknown-key-calls';
import {
  bundleRouter,
  makeForeignStream,
  type RouterProcess,
  removeRouterBundle,
  startRouterProcess,
} from '../../support/gateway/gateway-router';
import { buildData, call, listenerSocketId, rawListener, rawPeer } from '../../support/gateway/srt-peers';
import { until } from '../../support/until';

/* A gateway's router in a process of its own, as on the internet, with a live camera. */

const attackMs = 2_000;
const cleanups: (() => unknown)[] = [];
let router: RouterProcess;

beforeAll(async () => {
  await bundleRouter();
  router = await startRouterProcess('gateway-a');
});
afterAll(async () => {
  await router.kill();
  await removeRouterBundle();
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await db().stream.deleteMany();
});

/** Connects a camera, which a worker of its own receives. */
async function connectCamera() {
  const worker = await rawListener();
  const camera = await rawPeer(router.ingestPort);
  cleanups.push(worker.close, camera.close);
  const { streamKey } = await makeForeignStream({ inputPort: worker.port });
  const answer = await call(camera, 7, streamKey);
  return { answer, camera, received: worker.received };
}

test.each<[string, Attack]>(
  [unknownKeyCalls, ownKeyCalls, fuzzedDatagrams, datagramsOfOwnPorts, srtlaRegistrations].map((attack) => [
    attack.name,
    attack,
  ]),
)('%s: a live camera goes on, another one connects, and the log stays short', async (_, attack) => {
  const linesBefore = router.log().split('\n').length;
  const { camera, received } = await connectCamera();
  const { streamKey } = await makeForeignStream({});
  const abort = new AbortController();
  const target = {
    baseUrl: '',
    token: '',
    streamKey,
    ingestPort: router.ingestPort,
    viewPort: router.viewPort,
    rtmpPort: 0,
  };
  const attacked = attack.run(target, abort.signal);
  const timer = setInterval(() => camera.send(buildData(listenerSocketId)), 10);
  await sleep(attackMs / 2);
  const before = received.length;
  const other = await connectCamera();
  await sleep(attackMs / 2);
  expect(other.answer).toBe('accepted');
  expect(received.length, 'also meanwhile').toBeGreaterThan(before);
  abort.abort();
  await attacked;
  const after = received.length;
  await until('the camera’s data goes on after the attack', () => received.length > after + 100);
  clearInterval(timer);
  expect(router.child.exitCode).toBeNull();
  expect(router.log()).not.toContain('cannot handle a datagram');
  expect(router.log().split('\n').length - linesBefore).toBeLessThan(50);
  expect((await connectCamera()).answer).toBe('accepted');
});

test(`${ownKeyFlood.name}: its connection is ended, and a live camera goes on`, async () => {
  const { camera, received } = await connectCamera();
  const worker = await rawListener();
  cleanups.push(worker.close);
  const { id, streamKey } = await makeForeignStream({ inputPort: worker.port });
  const abort = new AbortController();
  const target = {
    baseUrl: '',
    token: '',
    streamKey,
    ingestPort: router.ingestPort,
    viewPort: router.viewPort,
    rtmpPort: 0,
  };
  const attacked = ownKeyFlood.run(target, abort.signal);
  const timer = setInterval(() => camera.send(buildData(listenerSocketId)), 10);
  const isEnded = async () => {
    const incident = await db().streamIncident.findFirst({ where: { streamId: id, code: 'encoder_refused_flood' } });
    return incident?.message === 'An encoder was disconnected because it sent more than this server takes.';
  };
  await until('the flood’s end is recorded', isEnded, { timeoutMs: 15_000 });
  const before = received.length;
  await until('the camera’s data goes on', () => received.length > before + 100);
  clearInterval(timer);
  abort.abort();
  await attacked;
});
