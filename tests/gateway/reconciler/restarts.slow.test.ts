import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { db } from '@/lib/platform/db/db';
import { applyStreamTransition } from '@/lib/use-cases/streams/state/apply-stream-transition';
import type { Stream } from '@/prisma/generated/client';
import { defaultLimits, type PlanLimits } from '@/server/gateway/reconciler/plan';
import {
  makeIdleStream,
  makeNode,
  pressOn,
  readHistory,
  startReconciler,
  type TestGateway,
  untilBeats,
  untilStatus,
  WorkerCensus,
} from '../../support/gateway/reconciler';
import { until } from '../../support/until';

let stream: Stream;
let census: WorkerCensus;
let node: Awaited<ReturnType<typeof makeNode>>;
let gateway: TestGateway;

beforeEach(async () => {
  stream = await makeIdleStream();
  census = new WorkerCensus();
  node = await makeNode();
});

afterEach(async () => {
  await gateway.stop();
  await node.remove();
  await db().stream.deleteMany();
});

async function start(limits: Partial<PlanLimits> = {}): Promise<void> {
  gateway = await startReconciler('gateway-a', {
    census,
    stateDir: node.stateDir,
    limits: Object.assign({}, defaultLimits, limits),
  });
}

test('a stream is restarted a few times only while its passphrase changes all the time, and ends up with the last one', async () => {
  await start();
  await pressOn(stream.id);
  await untilStatus(stream.id, 'active');
  for (let change = 1; change <= 30; change++) {
    await db().stream.update({
      where: { id: stream.id },
      data: { passphrase: `passphrase-${change}`, generation: { increment: 1 } },
    });
    await applyStreamTransition(stream.id, 'passphrase_changed', { where: {} });
    await sleep(100);
  }
  await until('a worker has the last passphrase', () => census.specs.at(-1)?.playerPassphrase === 'passphrase-30', {
    timeoutMs: 15_000,
  });
  await untilStatus(stream.id, 'active');
  expect(census.specs.length).toBeLessThanOrEqual(6);
  expect(census.most).toBe(1);
});

test.each([
  ['is ready', async () => void (await untilStatus(stream.id, 'active'))],
  ['starts', async () => void (await until('the stream has a worker', () => census.specs.length === 1))],
])(
  'a stream whose worker %s keeps it after a time in which the gateway itself was late',
  { timeout: 30_000 },
  async (_, untilThen) => {
    await start({ startWithinMs: 3_000, reportWithinMs: 3_000 });
    await pressOn(stream.id);
    await untilThen();
    const lateUntilMs = performance.now() + 4_500;
    while (performance.now() < lateUntilMs);
    await untilStatus(stream.id, 'active');
    await untilBeats('gateway-a', 3);
    expect(census.specs).toHaveLength(1);
    expect(await readHistory(stream.id)).toEqual(['status_provisioning', 'status_active']);
  },
);
