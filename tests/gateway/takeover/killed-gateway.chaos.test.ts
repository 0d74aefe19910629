import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { leaseTtlMs, orphanGraceMs } from '@/server/gateway/reconciler/leases/lease-holder';
import { workerStateDir } from '../../support/gateway/gateway-process';
import { pressOff, readStream, untilStatus } from '../../support/gateway/reconciler';
import { takeoverStage } from '../../support/gateway/takeover-stage';
import { workersOfStream } from '../../support/product/processes';
import { until } from '../../support/until';

const stage = takeoverStage();

test.each(['this node', 'another node'])(
  'a gateway on %s adopts the worker of a killed one within 10 s',
  async (place) => {
    const first = await stage.start('gateway-a');
    const { pid, podName } = await stage.turnOn();
    await stage.start('gateway-b', place === 'this node' ? workerStateDir : stage.elsewhere);
    await stage.kill(first);
    await stage.untilOwnedBy('gateway-b', 10_000);
    await sleep(8_000);
    expect(stage.theWorker(), 'it outlives the last permit of its first gateway').toBe(pid);
    expect(await readStream(stage.streamId)).toMatchObject({ status: 'active', podName, leaseOwner: 'gateway-b' });
    await stage.expectUndisturbed();
    await pressOff(stage.streamId);
    await untilStatus(stage.streamId, 'stopped', 3_000);
    expect(workersOfStream(stage.streamId)).toEqual([]);
  },
);

test('the worker of a killed gateway ends by itself where no gateway adopts it', async () => {
  const gateways = [await stage.start('gateway-a'), await stage.start('gateway-b')];
  // From then on each knows that the other lives, and permits no more than a lease and the time to adopt.
  await sleep(2_000);
  await stage.turnOn();
  await Promise.all(gateways.map(stage.kill));
  await until('the worker has ended by itself', () => workersOfStream(stage.streamId).length === 0, {
    timeoutMs: leaseTtlMs + orphanGraceMs + 2_500,
  });
});
