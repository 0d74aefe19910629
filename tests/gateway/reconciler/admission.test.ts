import { beforeEach, expect, onTestFinished } from 'vitest';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { stopStream } from '@/lib/use-cases/streams/stop-stream';
import { newStreamKey } from '@/lib/use-cases/streams/stream-keys';
import type { Stream } from '@/prisma/generated/client';
import { noteWaitingStreams } from '@/server/gateway/store/stream-records';
import { makeMember } from '../../support/api/factories';
import { gatewayTest } from '../../support/fixtures/gateway-test';
import {
  makeIdleStream,
  makeNode,
  pressOff,
  pressOn,
  readHistory,
  readStream,
  type TestGateway,
  untilBeats,
  untilStatus,
  WorkerCensus,
} from '../../support/gateway/reconciler';
import { until } from '../../support/until';

let census: WorkerCensus;
let node: Awaited<ReturnType<typeof makeNode>>;

beforeEach(async () => {
  census = new WorkerCensus();
  node = await makeNode();
  onTestFinished(async () => {
    await node.remove();
    await db().stream.deleteMany();
  });
});

interface Fixtures {
  /** Starts a gateway with so much room. */
  start(freeCapacity: (startingCount: number) => number): Promise<TestGateway>;
}

const test = gatewayTest.extend<Fixtures>({
  async start({ startReconciler }, use) {
    await use((freeCapacity) => startReconciler('gateway-a', { census, stateDir: node.stateDir, freeCapacity }));
  },
});

/** Another stream of the same organization and event. */
async function addStream({ organizationId, eventId }: Stream): Promise<Stream> {
  const id = newId();
  return db().stream.create({
    data: {
      id,
      organizationId,
      eventId,
      name: 'Camera 2',
      streamKey: newStreamKey(),
      participantIdentity: `camera-${id}`,
    },
  });
}

const codesOf = async (id: string) => ((await readStream(id)).findings as { code: string }[]).map(({ code }) => code);

/** As if it had waited for longer than a gateway with room takes. */
const letWait = (id: string) =>
  db().stream.update({ where: { id }, data: { updatedAt: new Date(Date.now() - 10_000) } });

test('a gateway without room starts no stream, its user reads why, and it starts by itself once there is room', async ({
  start,
}) => {
  let room = 0;
  const gateway = await start(() => room);
  const { id } = await makeIdleStream();
  await pressOn(id);
  expect(await noteWaitingStreams(), 'too early to say').toEqual({ noted: 0 });
  await letWait(id);
  await until('the gateway says that it is full', () => gateway.leases.isFull);
  expect(await noteWaitingStreams()).toEqual({ noted: 1 });
  expect(await noteWaitingStreams(), 'said once').toEqual({ noted: 0 });
  expect(await readStream(id)).toMatchObject({
    status: 'provisioning',
    leaseOwner: null,
    findings: [
      {
        code: 'no_room',
        severity: 'warning',
        sentence: 'The server is full. This camera starts when another one stops.',
        fix: 'Add a machine or turn a camera off.',
      },
    ],
  });
  expect(await readHistory(id)).toContain('no_room');
  expect(census.specs).toEqual([]);

  room = 1;
  await untilStatus(id, 'active');
  await until('the finding is cleared', async () => (await codesOf(id)).length === 0);
  expect(gateway.leases.isFull).toBe(false);
});

test('a stream that waits is off at once when its user presses Off, and says nothing any more', async ({ start }) => {
  await start(() => 0);
  const { id, organizationId } = await makeIdleStream();
  await pressOn(id);
  await letWait(id);
  await noteWaitingStreams();
  expect(await codesOf(id)).toEqual(['no_room']);
  const { actor } = await makeMember(organizationId, 'owner');
  expect(await stopStream(actor, id)).toMatchObject({ status: 'stopped', findings: [] });
});

test('a stream that runs keeps its worker while there is no room for another', async ({ start }) => {
  let room = 1;
  await start(() => room);
  const [first, second] = [await makeIdleStream(), await makeIdleStream()];
  await pressOn(first.id);
  await untilStatus(first.id, 'active');
  room = 0;
  await pressOn(second.id);
  await untilBeats('gateway-a', 3);
  expect(await readStream(first.id)).toMatchObject({ status: 'active' });
  expect(await readStream(second.id)).toMatchObject({ status: 'provisioning', leaseOwner: null });
  await pressOff(first.id);
  room = 1;
  await untilStatus(second.id, 'active');
});

test('where room is short, organizations share it: one with many streams does not take all of it', async ({
  start,
}) => {
  const busy = await makeIdleStream();
  const others = [busy];
  for (let count = 0; count < 5; count++) others.push(await addStream(busy));
  const single = await makeIdleStream();
  for (const { id } of [...others, single]) await pressOn(id);
  // Room for two workers, of those in work or about to be.
  await start((startingCount) => Math.max(0, 2 - census.specs.length - startingCount));
  await untilStatus(single.id, 'active');
  expect(census.specs.filter(({ streamId }) => streamId !== single.id).length).toBeLessThanOrEqual(1);
});

test('of many starts of one organization one more of another is the next but one', { timeout: 40_000 }, async ({
  start,
}) => {
  const busy = await makeIdleStream();
  const many = [busy];
  for (let count = 0; count < 9; count++) many.push(await addStream(busy));
  const single = await makeIdleStream();
  await start(() => 100);
  for (const { id } of many) await pressOn(id);
  await until('the first worker has started', () => census.specs.length >= 1);
  await pressOn(single.id);
  const startedBefore = census.specs.length;
  await until(
    'the other organization’s stream has a worker',
    () => census.specs.some(({ streamId }) => streamId === single.id),
    { timeoutMs: 30_000 },
  );
  const place = census.specs.findIndex(({ streamId }) => streamId === single.id);
  expect(place).toBeLessThan(startedBefore + 4);
  expect(census.specs.length).toBeLessThan(11);
});
