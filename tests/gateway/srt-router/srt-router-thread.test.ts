import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { SrtRefusalNotice } from '@/server/gateway/refusals/srt-refusal';
import type { OpenSrtConnection } from '@/server/gateway/srt/srt-route';
import { SrtRouterThread, type SrtRouterThreadOptions } from '@/server/gateway/srt-router/thread/srt-router-thread';
import { bundleRouter, removeRouterBundle, routerProgram } from '../../support/gateway/gateway-router';
import { forwardTo } from '../../support/gateway/router';
import { buildData, call, listenerSocketId, rawListener, rawPeer, sendMedia } from '../../support/gateway/srt-peers';
import { until } from '../../support/until';

beforeAll(bundleRouter);
afterAll(removeRouterBundle);

async function open(overrides: Partial<SrtRouterThreadOptions> = {}) {
  const worker = await rawListener();
  const notices: SrtRefusalNotice[] = [];
  const connected: OpenSrtConnection[] = [];
  const disconnected: OpenSrtConnection[] = [];
  const thread = await SrtRouterThread.open({
    host: '127.0.0.1',
    ingestPort: 0,
    viewPort: 0,
    maxBitrateKbps: 60_000,
    admit: async ({ keys: [key] }) => {
      if (key === 'broken') throw new Error('no database');
      return forwardTo(worker.port);
    },
    onRefusal: (notice) => notices.push(notice),
    onConnected: (connection) => connected.push(connection),
    onLinksChanged: () => undefined,
    onDisconnected: (connection) => disconnected.push(connection),
    onDied: (error) => {
      throw error;
    },
    program: routerProgram(),
    ...overrides,
  });
  onTestFinished(() => thread.close());
  onTestFinished(worker.close);
  const peer = await rawPeer(thread.ingestPort);
  onTestFinished(peer.close);
  return { thread, worker, peer, notices, connected, disconnected };
}

test('reports connections and disconnections, counts, and closes a stream', async () => {
  const { thread, peer, connected, disconnected } = await open();
  expect(await call(peer, 7, 'key')).toBe('accepted');
  await until('the thread reports the connection', () => connected.length === 1);
  const { port } = peer.socket.address();
  expect(connected[0]).toMatchObject({
    direction: 'ingest',
    streamId: 'stream',
    caller: { address: '127.0.0.1', port, socketId: 7 },
    workerSocketId: listenerSocketId,
  });
  expect((await thread.readHealth()).ingest).toMatchObject({ connections: 1, halfOpen: 0 });
  expect([...(await thread.readLinks()).keys()]).toEqual(['stream']);
  const stopMedia = sendMedia(peer);
  expect(await thread.dropSilentEncoder('stream'), 'it is not silent').toBe(false);
  stopMedia();
  thread.closeStream('stream');
  await until('the thread reports the disconnection', () => disconnected.length === 1);
  expect(disconnected[0]).toEqual(connected[0]);
  expect((await thread.readHealth()).ingest).toMatchObject({ connections: 0 });
});

test('a caller is refused where the main thread fails to decide', async () => {
  const { peer, notices } = await open();
  expect(await call(peer, 7, 'broken')).toBe(1500);
  expect(notices).toMatchObject([{ refusal: 'unavailable', streamId: null, direction: 'ingest' }]);
});

test('datagrams pass while the main thread is blocked', async () => {
  const listener = new Worker(new URL('../../support/gateway/listener-thread.mjs', import.meta.url));
  onTestFinished(async () => void (await listener.terminate()));
  const [port] = await once(listener, 'message');
  const arrivedMs: number[] = [];
  listener.on('message', (ms: number) => arrivedMs.push(ms));
  const { thread, peer, connected } = await open({ admit: async () => forwardTo(Number(port)) });
  expect(await call(peer, 7, 'key')).toBe('accepted');
  await until('the thread reports the connection', () => connected.length === 1);
  const { socket } = peer;
  // So that send() is synchronous.
  socket.connect(thread.ingestPort, '127.0.0.1');
  await once(socket, 'connect');
  const data = buildData(listenerSocketId);
  for (let count = 0; count < 50; count++) socket.send(data);
  const busyUntilMs = Date.now() + 500;
  while (Date.now() < busyUntilMs);
  await until('all datagrams have arrived', () => arrivedMs.length === 50);
  expect(Math.max(...arrivedMs)).toBeLessThan(busyUntilMs);
});

test('a port in use is reported in one sentence', async () => {
  const { thread } = await open();
  const second = SrtRouterThread.open({ ...unused, ingestPort: thread.ingestPort });
  await expect(second).rejects.toMatchObject({
    code: 'unavailable',
    message: `UDP port ${thread.ingestPort} is in use; set another one.`,
  });
});

test('a thread that dies reports it once, and rejects further questions', async () => {
  const died: Error[] = [];
  const broken = `data:text/javascript,${encodeURIComponent(
    `import { parentPort } from 'node:worker_threads';
     parentPort.postMessage({ type: 'listening', ingestPort: 1, viewPort: 2 });
     parentPort.on('message', () => { throw new Error('a fault in the router'); });`,
  )}`;
  const thread = await SrtRouterThread.open({
    ...unused,
    program: new URL(broken),
    onDied: (error) => died.push(error),
  });
  await expect(thread.readHealth()).rejects.toThrow('a fault in the router');
  await sleep(100);
  expect(died.map(({ message }) => message)).toEqual(['a fault in the router']);
  await expect(thread.readHealth()).rejects.toThrow('a fault in the router');
});

const unused: SrtRouterThreadOptions = {
  host: '127.0.0.1',
  ingestPort: 0,
  viewPort: 0,
  maxBitrateKbps: 60_000,
  program: routerProgram(),
  admit: () => Promise.reject(new Error('no admissions')),
  onRefusal: () => undefined,
  onConnected: () => undefined,
  onLinksChanged: () => undefined,
  onDisconnected: () => undefined,
  onDied: (error) => {
    throw error;
  },
};
