import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { db } from '@/lib/platform/db/db';
import { aloneGraceMs, leaseTtlMs } from '@/server/gateway/reconciler/leases/lease-holder';
import { makeIdleStream, pressOn, readHistory, readStream, untilStatus } from '../../support/gateway/reconciler';
import { takeoverStage } from '../../support/gateway/takeover-stage';
import { workersOfStream } from '../../support/product/processes';
import { until } from '../../support/until';

const stage = takeoverStage();

/** A worker without an answer has ended by then, also one whose gateway was alone. */
const aloneMs = leaseTtlMs + aloneGraceMs + 500;

test('a gateway that is killed and restarted adopts its workers, also one that answers late', async () => {
  const first = await stage.start('gateway-a');
  const { pid, podName } = await stage.turnOn();
  const other = await makeIdleStream();
  await pressOn(other.id);
  await untilStatus(other.id, 'active', 30_000);
  const [late = 0] = workersOfStream(other.id);
  process.kill(late, 'SIGSTOP');
  await stage.kill(first);
  await stage.start('gateway-a');
  await sleep(2_500);
  process.kill(late, 'SIGCONT');
  await sleep(aloneMs);
  expect(stage.theWorker()).toBe(pid);
  expect(workersOfStream(other.id)).toEqual([late]);
  expect(await readStream(stage.streamId)).toMatchObject({ status: 'active', podName });
  for (const id of [stage.streamId, other.id])
    expect(await readHistory(id)).toEqual(['status_provisioning', 'status_active']);
});

test('a starting gateway ends workers that no stream names', async () => {
  const first = await stage.start('gateway-a');
  await stage.turnOn();
  await stage.kill(first);
  await db().stream.deleteMany();
  await stage.start('gateway-a');
  await until('the strays have ended', () => workersOfStream(stage.streamId).length === 0, { timeoutMs: 3_000 });
});

test('a gateway that leaves for its successor leaves its worker and its lease', async () => {
  const first = await stage.start('gateway-a');
  const { pid } = await stage.turnOn();
  first.child.kill('SIGUSR2');
  expect(await first.ended).toBe(0);
  await sleep(1_000);
  expect(stage.theWorker()).toBe(pid);
  expect(await readStream(stage.streamId)).toMatchObject({ status: 'active', leaseOwner: 'gateway-a' });
});
