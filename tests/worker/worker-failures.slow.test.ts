import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { AccessToken } from 'livekit-server-sdk';
import { describe, expect } from 'vitest';
import type { WorkerFailure } from '@/lib/contracts/worker-protocol';
import { livekitEnv } from '@/lib/platform/env/livekit-env';
import { mintPublisherToken, roomName } from '@/lib/platform/livekit/room-tokens';
import { workerTest as test } from '../support/fixtures/worker-test';
import { freeTcpPort } from '../support/network/free-port';
import { until, untilMore } from '../support/until';
import type { MintToken } from '../support/worker/played-gateway';
import { workerAddress } from '../support/worker/worker-address';
import { startEncoder, type WorkerProcess } from '../support/worker/worker-process';

/** The worker's last report before its end. */
async function untilFailed(worker: WorkerProcess): Promise<WorkerFailure | null> {
  const gone = await Promise.race([worker.ended, sleep(40_000, 'still there')]);
  expect(gone, worker.log()).toBe('SIGTERM');
  return worker.reports.at(-1)?.failed ?? null;
}

const token = (key: string, secret: string, ttlSeconds = 60): Promise<string> => {
  const made = new AccessToken(key, secret, { identity: 'camera', ttl: ttlSeconds });
  made.addGrant({ roomJoin: true, room: roomName('some-event') });
  return made.toJwt();
};

const wrongKey: WorkerFailure = {
  codedReason: { code: 'livekit_key', figures: {} },
  reason: "LiveKit refuses this server's key. Check LIVEKIT_API_KEY and LIVEKIT_API_SECRET.",
  retryable: false,
};

describe('LiveKit', () => {
  test.for<[string, MintToken]>([
    ['another secret', () => token(livekitEnv().LIVEKIT_API_KEY, 'x'.repeat(43))],
    ['a key that it does not know', () => token('another', livekitEnv().LIVEKIT_API_SECRET)],
  ])('that refuses %s: not to be tried again', async ([, mintToken], { startWorker }) => {
    expect(await untilFailed(await startWorker({ mintToken }))).toEqual(wrongKey);
  });

  test('whose clock is another: to be tried again', async ({ startWorker }) => {
    const worker = await startWorker({
      mintToken: () => token(livekitEnv().LIVEKIT_API_KEY, livekitEnv().LIVEKIT_API_SECRET, -3_600),
    });
    expect(await untilFailed(worker)).toEqual({
      codedReason: { code: 'livekit_clock', figures: {} },
      reason: "LiveKit's clock and this server's are not the same. Set both by NTP.",
      retryable: true,
    });
  });

  test('that makes no rooms: not to be tried again', async ({ startLivekit, startWorker }) => {
    const livekit = await startLivekit({ LIVEKIT_ROOM_AUTO_CREATE: 'false' });
    expect(await untilFailed(await startWorker({ livekitUrl: livekit.url }))).toMatchObject({
      reason: expect.stringContaining("The event's room does not exist"),
      retryable: false,
    });
  });

  test('that is not there: the worker waits for it', async ({ startWorker }) => {
    const worker = await startWorker({ livekitUrl: `ws://127.0.0.1:${await freeTcpPort()}` });
    await until('reports go on', () => worker.reports.length > 3, { timeoutMs: 20_000 });
    expect(worker.reports.every(({ failed, ready }) => failed === null && !ready)).toBe(true);
    expect(worker.child.signalCode).toBeNull();
  });

  test('in whose room another worker takes the place: this one does not come back', async ({ startWorker }) => {
    const first = await startWorker();
    await first.untilReport(({ ready }) => ready, 'ready');
    const second = await startWorker({ eventId: first.eventId });
    await second.untilReport(({ ready }) => ready, 'ready');
    expect(await untilFailed(first)).toEqual({
      codedReason: { code: 'room_taken_over', figures: {} },
      reason: "Another worker has joined the room as this stream's camera.",
      retryable: true,
    });
    const startedAt = second.reports.length;
    await untilMore('reports', 2, () => second.reports.length);
    expect(second.reports.slice(startedAt).every(({ ready }) => ready)).toBe(true);
  });
});

describe('a port that another program has', () => {
  test.for(['inputPort', 'outputPort'] as const)('%s', async (name, { startWorker, onTestFinished }) => {
    const address = await workerAddress();
    const other = createSocket('udp4').bind(address[name], address.host);
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const failed = await untilFailed(await startWorker({ address }));
    const caller = name === 'inputPort' ? 'camera' : 'players';
    expect(failed).toEqual({
      codedReason: { code: 'port_taken', figures: { host: address.host, port: address[name], caller } },
      reason: expect.stringMatching(
        new RegExp(`^Port ${address[name]} of ${address.host}, .*, is taken by another program\\.$`),
      ),
      retryable: true,
    });
  });

  test('controlPort', async ({ startWorker, onTestFinished }) => {
    const address = await workerAddress();
    const other = createServer().listen(address.controlPort, address.host);
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    expect(await untilFailed(await startWorker({ address }))).toEqual({
      codedReason: {
        code: 'port_taken',
        figures: { host: address.host, port: address.controlPort, caller: 'gateway' },
      },
      reason: `Port ${address.controlPort} of ${address.host}, where the stream's worker listens for its gateway, is taken by another program.`,
      retryable: true,
    });
  });
});

/** A module that runs beside the worker, in its process. */
const beside = (code: string): string[] => ['--import', `data:text/javascript,${encodeURIComponent(code)}`];

describe('what nobody has foreseen', () => {
  test.for<[string, string]>([
    ['an error that nothing catches', "setTimeout(() => { throw new Error('lost its head') }, 2_000)"],
    ['a rejection that nothing handles', "setTimeout(() => Promise.reject(new Error('lost its head')), 2_000)"],
  ])('%s is reported', async ([, code], { startWorker }) => {
    const worker = await startWorker({ nodeOptions: beside(code) });
    expect(await untilFailed(worker)).toEqual({
      codedReason: { code: 'worker_fault', figures: { cause: 'lost its head' } },
      reason: "The stream's worker failed by a fault of its own (lost its head).",
      retryable: true,
    });
  });
});

describe('out of memory', () => {
  const keep = (mbPerRound: number, everyMs: number) =>
    `const kept = []; setTimeout(() => setInterval(() => { for (let i = 0; i < ${mbPerRound}; i++) kept.push(Array.from({ length: 131072 }, Math.random)); }, ${everyMs}), 1_500);`;
  const nodeOptions = (code: string) => ['--max-old-space-size=64', ...beside(code)];

  test('is reported where memory goes little by little', async ({ startWorker }) => {
    const worker = await startWorker({ nodeOptions: nodeOptions(keep(1, 250)) });
    expect(await untilFailed(worker)).toMatchObject({
      reason: expect.stringContaining("The stream's worker ran out of memory."),
      retryable: true,
    });
  });

  test('ends by SIGABRT where it goes at once, as the contract says', async ({ startWorker }) => {
    const worker = await startWorker({ nodeOptions: nodeOptions(keep(1_000, 1)) });
    expect(await Promise.race([worker.ended, sleep(30_000, 'still there')])).toBe('SIGABRT');
    expect(worker.log()).toContain('JavaScript heap out of memory');
  });
});

test('a camera whose worker fails is let go by a last report, with what it sent', async ({
  startLivekit,
  startWorker,
}) => {
  let mintToken: MintToken = () => mintPublisherToken('some-event', 'camera', 'Camera 1');
  const livekit = await startLivekit();
  const worker = await startWorker({ livekitUrl: livekit.url, mintToken: () => mintToken() });
  await worker.untilReport(({ ready }) => ready, 'ready');
  startEncoder(worker);
  await worker.untilReport(({ signal, media }) => signal === 'live' && media !== null, 'live');
  mintToken = () => token(livekitEnv().LIVEKIT_API_KEY, 'x'.repeat(43));
  await livekit.kill();
  await livekit.restart();
  expect(await untilFailed(worker)).toEqual(wrongKey);
  expect(worker.reports.at(-1)).toMatchObject({ ready: false, signal: 'live', connectCount: 1, sample: null });
});
