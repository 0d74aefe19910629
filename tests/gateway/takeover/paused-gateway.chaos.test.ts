import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { firstPermitMs } from '@/lib/contracts/worker-protocol';
import { leaseTtlMs } from '@/server/gateway/reconciler/leases/lease-holder';
import { readStream, untilBeats } from '../../support/gateway/reconciler';
import { takeoverStage } from '../../support/gateway/takeover-stage';

const stage = takeoverStage();

test('a gateway resumed after a pause leaves its worker to the gateway that adopted it', async () => {
  const first = await stage.start('gateway-a');
  const { pid } = await stage.turnOn();
  await stage.start('gateway-b');
  first.child.kill('SIGSTOP');
  await stage.untilOwnedBy('gateway-b', 10_000);
  await sleep(1_000);
  first.child.kill('SIGCONT');
  await sleep(6_000);
  expect(stage.theWorker()).toBe(pid);
  expect(await readStream(stage.streamId)).toMatchObject({ status: 'active', leaseOwner: 'gateway-b' });
  await stage.expectUndisturbed();
});

test('a lone gateway that hangs for longer than a lease and a first permit keeps its worker', async () => {
  const gateway = await stage.start('gateway-a');
  const { pid } = await stage.turnOn();
  gateway.child.kill('SIGSTOP');
  await sleep(leaseTtlMs + firstPermitMs + 1_000);
  gateway.child.kill('SIGCONT');
  await untilBeats('gateway-a', 4);
  expect(stage.theWorker()).toBe(pid);
  await stage.expectUndisturbed();
});
