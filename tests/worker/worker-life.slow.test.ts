import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import {
  firstPermitMs,
  workerFeedPath,
  workerGatewayPath,
  workerHealthPath,
  workerProgramPath,
} from '@/lib/contracts/worker-protocol';
import { feedTokenOf } from '@/lib/core/feed-token';
import { workerChildEnv } from '@/lib/platform/env/child-env';
import { mintPublisherToken } from '@/lib/platform/livekit/room-tokens';
import { workerTest } from '../support/fixtures/worker-test';
import { listParticipants } from '../support/room/room-participants';
import { until } from '../support/until';
import { type PlayedGateway, playGateway } from '../support/worker/played-gateway';
import { untilPublished } from '../support/worker/until-published';
import { startEncoder, type WorkerProcess } from '../support/worker/worker-process';

interface Fixtures {
  /** Plays another gateway of a worker's stream. */
  playSuccessor(worker: WorkerProcess): Promise<PlayedGateway>;
}

const test = workerTest.extend<Fixtures>({
  async playSuccessor({ onTestFinished }, use) {
    await use(async ({ spec, eventId }) => {
      const gateway = await playGateway(spec, () => mintPublisherToken(eventId, spec.participantIdentity, 'Camera 1'));
      onTestFinished(() => gateway.close());
      return gateway;
    });
  },
});

const controlUrl = ({ spec: { address } }: WorkerProcess, path: string) =>
  `http://${address.host}:${address.controlPort}${path}`;

const putGateway = (worker: WorkerProcess, body: string, token = worker.spec.token) =>
  fetch(controlUrl(worker, workerGatewayPath), {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
    body,
  });

const putProgram = (worker: WorkerProcess, token: string, changes: object = {}) =>
  fetch(controlUrl(worker, workerProgramPath), {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(Object.assign({ fps: 30, cameras: [], onAir: null }, changes)),
  });

const untilGone = (worker: WorkerProcess, timeoutMs: number) =>
  Promise.race([worker.ended, sleep(timeoutMs, `not gone after ${timeoutMs} ms`)]);

const isAlive = ({ child }: WorkerProcess) => child.exitCode === null && child.signalCode === null;

test.for(['ipc', 'environment'] as const)(
  'a worker that has its spec by %s publishes what a camera sends',
  async (how, { startWorker }) => {
    const worker = await startWorker({ start: how });
    await worker.untilReport(({ ready }) => ready, 'ready');
    startEncoder(worker);
    await worker.untilReport(({ signal }) => signal === 'live', 'live');
    await untilPublished(worker, 640);
    const commandLine = spawn('ps', ['-o', 'args=', '-p', String(worker.child.pid)]);
    const [shown] = await once(commandLine.stdout, 'data');
    expect(String(shown).trim()).toBe(`sightline-worker ${worker.spec.workerId}`);
  },
);

test('a spec that cannot be read ends the worker, and is not logged', async () => {
  const secret = randomBytes(8).toString('hex');
  const worker = spawn(process.execPath, ['dist/worker.mjs'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...workerChildEnv(), LOG_LEVEL: 'debug', WORKER_SPEC: JSON.stringify({ token: secret }) },
  });
  let said = '';
  worker.stdout.on('data', (chunk) => {
    said += String(chunk);
  });
  await once(worker, 'close');
  expect(said).toContain('The worker cannot read its spec (WORKER_SPEC.workerId');
  expect(said).not.toContain(secret);
});

describe('a worker ends, and leaves the room at once,', () => {
  test.for<[string, (worker: WorkerProcess) => void]>([
    ['on SIGTERM', ({ child }) => child.kill('SIGTERM')],
    ['when its gateway answers 410', ({ gateway }) => gateway.answer({ status: 410 })],
    ['when its permit is over', ({ gateway }) => gateway.answer({ validForMs: 200 })],
  ])('%s', async ([, end], { worker }) => {
    startEncoder(worker);
    await untilPublished(worker, 640);
    end(worker);
    expect(await untilGone(worker, 10_000)).toBe('SIGTERM');
    // Not after a timeout of LiveKit's: it said goodbye.
    await until('the room is empty', async () => (await listParticipants(worker.eventId)).length === 0, {
      timeoutMs: 5_000,
    });
    expect(worker.reports.every(({ failed }) => failed === null)).toBe(true);
  });

  test('also while LiveKit hangs', async ({ startWorker, onTestFinished }) => {
    const hung = createServer((socket) => socket.on('error', () => undefined));
    await once(hung.listen(0, '127.0.0.1'), 'listening');
    const address = hung.address();
    const connected = once(hung, 'connection');
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    onTestFinished(() => void hung.close());
    const worker = await startWorker({ livekitUrl: `ws://127.0.0.1:${port}` });
    await connected;
    worker.child.kill('SIGTERM');
    expect(await untilGone(worker, 10_000)).toBe('SIGTERM');
  });
});

test('a worker that has no spec yet ends with its parent, also one that is still loading', async () => {
  const spares = [1, 2].map(() =>
    spawn(process.execPath, ['dist/worker.mjs'], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }),
  );
  const ends = spares.map((spare) => once(spare, 'exit').then(() => 'gone'));
  spares[0]?.disconnect();
  expect(await Promise.race([ends[0], sleep(10_000, 'too slow')])).toBe('gone');
  spares[1]?.disconnect();
  expect(await Promise.race([ends[1], sleep(10_000, 'too slow')])).toBe('gone');
});

describe('a worker whose gateway is gone', () => {
  test('goes on, and reports at once to the gateway that it is told of', async ({ worker, playSuccessor }) => {
    startEncoder(worker);
    await untilPublished(worker, 640);
    const successor = await playSuccessor(worker);
    await worker.gateway.close();
    worker.child.disconnect();
    // Long enough for its reports to come less often.
    await sleep(3_000);
    expect(isAlive(worker)).toBe(true);

    const toldAtMs = performance.now();
    const reported = successor.untilReport(() => true, 'to its successor');
    expect((await putGateway(worker, JSON.stringify({ url: successor.url }))).status).toBe(204);
    expect(await reported).toMatchObject({ ready: true, signal: 'live', connectCount: 1, failed: null });
    expect(performance.now() - toldAtMs).toBeLessThan(1_000);
    // The permit of the first gateway is over by now: that of the second counts.
    await sleep(6_000);
    expect(isAlive(worker)).toBe(true);
    expect(await listParticipants(worker.eventId)).toHaveLength(1);
  });

  test('goes on with the same camera when the gateway is killed, its pipes and all', async ({
    startWorker,
    playSuccessor,
    onTestFinished,
  }) => {
    const model = await startWorker();
    const { spec } = model;
    await model.stop();
    const gateway = await playSuccessor(model);
    const parent = spawn(
      process.execPath,
      ['tests/support/worker/worker-parent.mjs', JSON.stringify({ ...spec, gatewayUrl: gateway.url })],
      { stdio: ['ignore', 'pipe', 'inherit'], env: workerChildEnv() },
    );
    const [line] = await once(parent.stdout, 'data');
    const pid = Number(String(line));
    onTestFinished(() => void process.kill(pid, 'SIGKILL'));
    startEncoder(model);
    await gateway.untilReport(({ ready, signal }) => ready && signal === 'live', 'live');
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    await sleep(1_500);
    expect(await gateway.untilReport(() => true, 'as an orphan')).toMatchObject({
      signal: 'live',
      connectCount: 1,
    });
  });

  test('does not wait for a gateway that hangs, once it is told of another', async ({ worker, playSuccessor }) => {
    worker.gateway.answer('never');
    await worker.untilReport(() => true, 'and gets no answer');
    const successor = await playSuccessor(worker);
    const toldAtMs = performance.now();
    const reported = successor.untilReport(() => true, 'to its successor');
    await putGateway(worker, JSON.stringify({ url: successor.url }));
    await reported;
    expect(performance.now() - toldAtMs).toBeLessThan(1_000);
  });

  test('goes on through 503 until its permit is over, counted from the report that was answered', async ({
    worker,
  }) => {
    worker.gateway.answer({ validForMs: 3_000 });
    await worker.untilReport(() => true, 'and is answered so');
    worker.gateway.answer({ status: 503 });
    const sinceMs = performance.now();
    const count = worker.reports.length;
    expect(await untilGone(worker, 10_000)).toBe('SIGTERM');
    expect(performance.now() - sinceMs).toBeGreaterThan(1_900);
    expect(performance.now() - sinceMs).toBeLessThan(4_500);
    expect(worker.reports.length - count).toBeGreaterThanOrEqual(2);
  });

  test('and who has never heard of one, ends', async ({ startWorker }) => {
    const startedAtMs = performance.now();
    const worker = await startWorker();
    worker.gateway.answer({ status: 500 });
    expect(await untilGone(worker, firstPermitMs + 8_000)).toBe('SIGTERM');
    expect(performance.now() - startedAtMs).toBeGreaterThan(firstPermitMs);
  });
});

describe('the control address', () => {
  test('says who is there, and lets nobody without the token change the gateway', async ({ worker }) => {
    const { workerId, streamId, generation, gatewayUrl } = worker.spec;
    const health = await fetch(controlUrl(worker, workerHealthPath));
    expect([health.status, await health.json()]).toEqual([200, { workerId, streamId, generation }]);

    const body = JSON.stringify({ url: 'http://127.0.0.1:1' });
    expect((await putGateway(worker, body, 'another')).status).toBe(401);
    expect((await putGateway(worker, body, `${worker.spec.token}x`)).status).toBe(401);
    expect((await putGateway(worker, 'no JSON')).status).toBe(422);
    expect((await putGateway(worker, '{"url":"nowhere"}')).status).toBe(422);
    expect((await putGateway(worker, JSON.stringify({ url: gatewayUrl, more: 'x'.repeat(4_096) }))).status).toBe(413);
    expect((await fetch(controlUrl(worker, '/other'))).status).toBe(404);
    expect((await fetch(controlUrl(worker, workerGatewayPath), { method: 'DELETE' })).status).toBe(404);
    await worker.untilReport(({ ready }) => ready, 'to the same gateway');
  });

  test('opens the feed by its own token alone, which opens nothing else', async ({ worker }) => {
    const ask = async (token: string) => {
      const answer = await fetch(controlUrl(worker, workerFeedPath), { headers: { authorization: `Bearer ${token}` } });
      await answer.body?.cancel();
      return answer.status;
    };
    const { token } = worker.spec;
    expect([await ask('another'), await ask(token), await ask(feedTokenOf('another'))]).toEqual([401, 401, 401]);
    expect(await ask(feedTokenOf(token))).toBe(200);
    const body = JSON.stringify({ url: 'http://127.0.0.1:1' });
    expect((await putGateway(worker, body, feedTokenOf(token))).status).toBe(401);
    expect((await putProgram(worker, token)).status).toBe(404);
  });

  test('of a program takes what it shows from its gateway alone', async ({ startWorker }) => {
    const worker = await startWorker({ source: { kind: 'program', eventName: 'Sunday' } });
    await worker.untilReport(({ ready }) => ready, 'ready');
    const { token } = worker.spec;
    expect((await putProgram(worker, 'another')).status).toBe(401);
    expect((await putProgram(worker, feedTokenOf(token))).status).toBe(401);
    expect((await putProgram(worker, token, { fps: 60 })).status).toBe(422);
    expect((await putProgram(worker, token)).status).toBe(204);
  });

  test('takes a new token of a gateway, in both directions', async ({ worker, onTestFinished }) => {
    const { workerId, token } = worker.spec;
    const other = await playGateway({ workerId, token: 'renewed' }, () => '');
    onTestFinished(() => other.close());
    const body = JSON.stringify({ url: other.url, token: 'renewed' });
    expect((await putGateway(worker, body)).status).toBe(204);
    await other.untilReport(({ ready }) => ready, 'by the new token');
    expect((await putGateway(worker, body, token)).status).toBe(401);
    expect((await putGateway(worker, body, 'renewed')).status).toBe(204);
  });
});
