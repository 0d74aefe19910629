import { isDeepStrictEqual } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reportPath, roomTokenPath, soundPath, stillPath, workerPermitSchema } from '@/lib/contracts/worker-protocol';
import { feedTokenOf } from '@/lib/core/feed-token';
import { soundWindowSamples } from '@/lib/core/sound-offset';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import type { Prisma, Stream } from '@/prisma/generated/client';
import { aloneGraceMs, leaseTtlMs } from '@/server/gateway/reconciler/leases/lease-holder';
import { openWorkerApi } from '@/server/gateway/worker-api/worker-api';
import { makeWorkerTokens } from '@/server/gateway/worker-control/worker-control';
import {
  makeIdleStream,
  makeNode,
  pressOff,
  pressOn,
  startReconciler,
  type TestGateway,
  untilStatus,
} from '../../support/gateway/reconciler';
import { until } from '../../support/until';

const good = { generation: 1, ready: true, signal: 'live', sample: null, connectCount: 0, media: null, failed: null };
let node: Awaited<ReturnType<typeof makeNode>>;
let gateway: TestGateway;
let stream: Stream;
let workerId: string;

beforeEach(async () => {
  node = await makeNode();
  gateway = await startReconciler('gateway-a', { stateDir: node.stateDir });
  stream = await makeIdleStream();
  workerId = await turnOn(stream);
});

afterEach(async () => {
  await gateway.stop();
  await node.remove();
  await db().stream.deleteMany();
});

async function turnOn({ id }: Stream): Promise<string> {
  await pressOn(id);
  return (await untilStatus(id, 'active')).podName ?? '';
}

async function post(path: string, authorization: string, body: unknown = good): Promise<Response> {
  return fetch(`${gateway.apiUrl}${path}`, { method: 'POST', headers: { authorization }, body: JSON.stringify(body) });
}

const statusOf = async (...request: Parameters<typeof post>) => (await post(...request)).status;
const bearer = (id: string) => `Bearer ${makeWorkerTokens('')(id)[0]}`;

test('accepts the report of a worker, and of nobody else', async () => {
  const path = reportPath(workerId);
  const token = bearer(workerId);
  expect(await statusOf(path, token)).toBe(200);
  expect(await statusOf(path, `${token}x`)).toBe(401);
  expect(await statusOf(path, `Bearer ${'x'.repeat(token.length - 7)}`)).toBe(401);
  expect(await statusOf(path, '')).toBe(401);
  // The original's worker, at the gateway of a copy that was restored from its backup.
  expect(await statusOf(path, `Bearer ${makeWorkerTokens('1a2b3c4d')(workerId)[0]}`)).toBe(401);
  expect(await statusOf(roomTokenPath(workerId), 'Bearer stranger')).toBe(401);
  expect(await statusOf(path, token, { ...good, generation: 0 })).toBe(410);
  expect(await statusOf(path, token, { ...good, signal: 'sideways' })).toBe(422);
  expect(await statusOf(path, token, 'x'.repeat(20_000))).toBe(413);
  expect(await statusOf(reportPath('nobody'), bearer('nobody'))).toBe(410);
  expect(await statusOf('/elsewhere', token)).toBe(404);
});

test('answers a report with a permit for as long as no other gateway can start a worker', async () => {
  const { validForMs } = workerPermitSchema.parse(await (await post(reportPath(workerId), bearer(workerId))).json());
  expect(validForMs).toBeGreaterThan(aloneGraceMs);
  expect(validForMs).toBeLessThanOrEqual(leaseTtlMs + aloneGraceMs);
});

test('tells the worker how far the sound is moved, except of a phone, whose sound pages get from itself', async () => {
  const { id: streamId, organizationId } = stream;
  const delayWith = async (data: Prisma.StreamUpdateInput, expectedMs: number) => {
    await db().stream.update({ where: { id: streamId }, data });
    await openBus().publish({ type: 'stream_upsert', organizationId, streamId });
    await until(`the permit says ${expectedMs} ms`, async () => {
      const answer = await post(reportPath(workerId), bearer(workerId));
      return workerPermitSchema.parse(await answer.json()).audioDelayMs === expectedMs;
    });
  };
  await delayWith({ audioDelayMs: -120 }, -120);
  await delayWith({ sourceKind: 'phone' }, 0);
  await delayWith({ sourceKind: 'srt' }, -120);
});

test('tells the worker where its spare’s packets are, by a token for these alone, and no phone’s of any', async () => {
  const { organizationId } = stream;
  const spare = await makeIdleStream();
  const permitted = async (data: Prisma.StreamUpdateInput, id: string, what: string, expected: unknown) => {
    await db().stream.update({ where: { id }, data });
    await openBus().publish({ type: 'stream_upsert', organizationId, streamId: stream.id });
    await until(what, async () => {
      const answer = await post(reportPath(workerId), bearer(workerId));
      return isDeepStrictEqual(workerPermitSchema.parse(await answer.json()).spare, expected);
    });
  };
  const rule = { afterMs: 2_000, returns: 'by_itself' };
  const give = { spare: { connect: { id: spare.id } }, spareAfterSeconds: 2 };
  await permitted(give, stream.id, 'the spare has no worker', { ...rule, feed: null });
  const feed = {
    streamId: spare.id,
    url: 'http://127.20.0.9:20113/feed',
    token: feedTokenOf(makeWorkerTokens('')('worker-of-the-spare')[0]),
    program: null,
    audioTrack: 2,
  };
  const worker = { podName: 'worker-of-the-spare', podIp: '127.20.0.9', workerControlPort: 20_113, audioTrack: 2 };
  await permitted(worker, spare.id, 'it has one', { ...rule, feed });
  await permitted({ sourceKind: 'phone' }, stream.id, 'a phone has no spare', null);
  await permitted({ sourceKind: 'srt' }, stream.id, 'it is a camera again', { ...rule, feed });
  await db().stream.delete({ where: { id: spare.id } });
  await permitted({}, stream.id, 'the spare is deleted', null);
});

test('gives the worker a token for its room', async () => {
  const answer = await post(roomTokenPath(workerId), bearer(workerId), {});
  expect(await answer.json()).toEqual({ token: expect.any(String) });
});

test('keeps a still of a worker, and of nobody else', async () => {
  const path = stillPath(workerId);
  const still = { jpeg: Buffer.from('a picture').toString('base64'), agoMs: 1_000 };
  const kept = () => db().streamStill.findUnique({ where: { streamId: stream.id } });
  expect(await statusOf(path, 'Bearer stranger', still)).toBe(401);
  expect(await statusOf(path, bearer(workerId), { ...still, jpeg: 'no base64!' })).toBe(422);
  expect(await statusOf(path, bearer(workerId), { ...still, jpeg: 'A'.repeat(300 * 1024) })).toBe(413);
  expect(await statusOf(stillPath('nobody'), bearer('nobody'), still)).toBe(410);
  expect(await kept()).toBeNull();
  expect(await statusOf(path, bearer(workerId), still)).toBe(204);
  expect(Buffer.from((await kept())?.jpeg ?? []).toString()).toBe('a picture');
  const { stillAt } = await db().stream.findUniqueOrThrow({ where: { id: stream.id } });
  expect(Date.now() - (stillAt?.getTime() ?? 0)).toBeGreaterThanOrEqual(1_000);
});

test('takes sound of a worker, and of nobody else', async () => {
  const path = soundPath(workerId);
  const samples = Buffer.alloc(2 * soundWindowSamples).toString('base64');
  const window = { startMs: Date.now(), connectCount: 1, samples };
  expect(await statusOf(path, 'Bearer stranger', window)).toBe(401);
  expect(await statusOf(path, bearer(workerId), { ...window, samples: samples.slice(4) })).toBe(422);
  expect(await statusOf(path, bearer(workerId), { ...window, samples: samples.repeat(2) })).toBe(413);
  expect(await statusOf(soundPath('nobody'), bearer('nobody'), window)).toBe(410);
  expect(await statusOf(path, bearer(workerId), window)).toBe(204);
});

test('refuses the token of one worker for another', async () => {
  const otherId = await turnOn(await makeIdleStream());
  expect(await statusOf(reportPath(otherId), bearer(workerId))).toBe(401);
});

test('dismisses a worker that is no longer wanted', async () => {
  await pressOff(stream.id);
  await untilStatus(stream.id, 'stopped');
  expect(await statusOf(reportPath(workerId), bearer(workerId))).toBe(410);
});

test('dismisses the worker of a stream that another gateway holds', async () => {
  await db().stream.update({ where: { id: stream.id }, data: { leaseOwner: 'gateway-b' } });
  await until('the worker is dismissed', async () => (await statusOf(reportPath(workerId), bearer(workerId))) === 410, {
    timeoutMs: 2_000,
  });
});

test('answers 503 while the gateway does not know its streams yet', async () => {
  const api = await openWorkerApi({
    host: '127.0.0.1',
    port: 0,
    workerTokens: (): [string] => ['any'],
    reports: () => null,
    readHealth: async () => ({}),
    scrapes: () => null,
  });
  const request = { method: 'POST', headers: { authorization: 'Bearer any' }, body: JSON.stringify(good) };
  expect((await fetch(`${api.url}${reportPath('nobody')}`, request)).status).toBe(503);
  await api.close();
});

test('answers a probe', async () => {
  expect((await fetch(`${gateway.apiUrl}/healthz`)).status).toBe(200);
});

test('reports in one sentence that it cannot listen', async () => {
  const port = Number(new URL(gateway.apiUrl).port);
  const options = {
    host: '127.0.0.1',
    port,
    workerTokens: (): [string] => ['any'],
    reports: () => null,
    readHealth: async () => ({}),
    scrapes: () => null,
  };
  await expect(openWorkerApi(options)).rejects.toThrow(/^Cannot listen for workers at 127\.0\.0\.1:\d+: .*in use/);
});
