import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { untilStatus } from '../../support/gateway/reconciler';
import { takeoverStage } from '../../support/gateway/takeover-stage';
import { workersOfStream } from '../../support/product/processes';
import { until } from '../../support/until';

const stage = takeoverStage();

test('a gateway on another node starts a worker once the last permit of one that hangs has run out', async () => {
  const gateways = {
    'gateway-a': await stage.start('gateway-a'),
    'gateway-b': await stage.start('gateway-b', stage.elsewhere),
  };
  // From then on each knows that the other has started no unrecorded worker.
  await sleep(20_000);
  const { pid, leaseOwner } = await stage.turnOn();
  const killedMs = performance.now();
  // To other nodes a paused worker looks like an unreachable one.
  process.kill(pid, 'SIGSTOP');
  await stage.kill(gateways[leaseOwner === 'gateway-a' ? 'gateway-a' : 'gateway-b']);
  await until('the stream has two workers', () => workersOfStream(stage.streamId).length === 2, { timeoutMs: 20_000 });
  const tookMs = performance.now() - killedMs;
  expect(tookMs).toBeGreaterThan(5_000);
  expect(tookMs).toBeLessThan(15_000);
  process.kill(pid, 'SIGCONT');
  await until('the first worker has ended', () => workersOfStream(stage.streamId).length === 1, { timeoutMs: 500 });
  await untilStatus(stage.streamId, 'active', 30_000);
  expect(stage.theWorker()).not.toBe(pid);
});

test('a gateway on this node starts a worker in place of one that hangs', async () => {
  const first = await stage.start('gateway-a');
  const { pid } = await stage.turnOn();
  await stage.start('gateway-b');
  await sleep(20_000);
  process.kill(pid, 'SIGSTOP');
  await stage.kill(first);
  await until('another worker runs', () => workersOfStream(stage.streamId).some((other) => other !== pid), {
    timeoutMs: 15_000,
  });
  expect(stage.theWorker()).not.toBe(pid);
  await untilStatus(stage.streamId, 'active', 30_000);
});
