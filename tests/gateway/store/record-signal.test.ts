import { beforeEach, expect, test } from 'vitest';
import { db } from '@/lib/platform/db/db';
import type { Stream } from '@/prisma/generated/client';
import { type CameraLoss, recordSignal } from '@/server/gateway/store/stream-records';
import { recordBus } from '../../support/bus/bus';
import { makeIdleStream, pressOff, pressOn, readStream } from '../../support/gateway/reconciler';

const bus = recordBus();
const gatewayId = 'gateway-a';
const silent: CameraLoss = { cause: 'silent', agoMs: 600_000 };
let stream: Stream;

beforeEach(async () => {
  await db().stream.deleteMany();
  const { id } = await makeIdleStream();
  await pressOn(id);
  stream = await db().stream.update({ where: { id }, data: { status: 'active', leaseOwner: gatewayId } });
});

const record = (signal: Stream['signal'], loss: CameraLoss | null = null, generation = stream.generation) =>
  recordSignal(stream.id, { gatewayId, generation, signal, loss });

const history = async () =>
  (
    await db().streamIncident.findMany({
      where: { streamId: stream.id, code: { startsWith: 'camera_' } },
      orderBy: { occurredAt: 'asc' },
    })
  ).map(({ code, severity, message }) => ({ code, severity, message }));

test('a live camera that is lost and comes back leaves both in the history, with cause and duration', async () => {
  await record('connecting');
  await record('live');
  expect(await history(), 'the first picture is no return').toEqual([]);
  const lostMs = Date.now() - silent.agoMs;
  await record('lost', silent);
  const { lostAt } = await readStream(stream.id);
  expect(Math.abs((lostAt?.getTime() ?? 0) - lostMs)).toBeLessThan(60_000);
  await db().stream.update({ where: { id: stream.id }, data: { lostAt: new Date(Date.now() - 65_000) } });
  await record('connecting');
  expect((await readStream(stream.id)).lostAt, 'connected is not back').not.toBeNull();
  await record('live');
  expect(await readStream(stream.id)).toMatchObject({ signal: 'live', lostAt: null });
  expect(await history()).toEqual([
    { code: 'camera_lost', severity: 'critical', message: 'Camera lost: nothing arrives from its encoder.' },
    { code: 'camera_back', severity: 'info', message: expect.stringMatching(/^Camera back after 1 min \d+ s\.$/) },
  ]);
  await expect
    .poll(() => bus.filter((message) => 'streamId' in message && message.streamId === stream.id).length)
    .toBeGreaterThanOrEqual(5);
});

test('a camera that was never live, or that the user turns off, is not lost', async () => {
  await record('connecting');
  await record('lost');
  expect(await history()).toEqual([]);
  await record('live');
  await record('lost', silent);
  await pressOff(stream.id);
  await pressOn(stream.id);
  expect((await readStream(stream.id)).lostAt).toBeNull();
});

test('a camera that comes and goes every second leaves one line of each', async () => {
  await record('live');
  for (let count = 0; count < 5; count++) {
    await record('lost', silent);
    await record('live');
  }
  expect(await history()).toHaveLength(2);
});

test('without the lease, or of an earlier generation, nothing is recorded', async () => {
  await record('live', null, stream.generation - 1);
  await db().stream.update({ where: { id: stream.id }, data: { leaseOwner: 'gateway-b' } });
  await record('live');
  expect((await readStream(stream.id)).signal).toBe('none');
});
