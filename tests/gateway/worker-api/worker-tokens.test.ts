import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { db } from '@/lib/platform/db/db';
import { livekitEnv } from '@/lib/platform/env/livekit-env';
import { openWorkerApi } from '@/server/gateway/worker-api/worker-api';
import { httpWorkerControl, makeWorkerTokens, type WorkerTokens } from '@/server/gateway/worker-control/worker-control';
import { makeIdleStream, makeNode, pressOn, startReconciler, untilStatus } from '../../support/gateway/reconciler';
import { until } from '../../support/until';

const { LIVEKIT_API_SECRET } = livekitEnv();

/** The tokens of a gateway that starts with these settings. */
function tokensOf(current: string, former?: string): WorkerTokens {
  Object.assign(livekitEnv(), { LIVEKIT_API_SECRET: current, LIVEKIT_API_SECRET_FORMER: former });
  try {
    return makeWorkerTokens('');
  } finally {
    Object.assign(livekitEnv(), { LIVEKIT_API_SECRET, LIVEKIT_API_SECRET_FORMER: undefined });
  }
}

const before = tokensOf(LIVEKIT_API_SECRET);
const during = tokensOf('x'.repeat(43), LIVEKIT_API_SECRET);
const after = tokensOf('x'.repeat(43));

let node: Awaited<ReturnType<typeof makeNode>>;
beforeEach(async () => {
  node = await makeNode();
  onTestFinished(async () => {
    await node.remove();
    await db().stream.deleteMany();
  });
});

test('a worker from before LiveKit’s key was rotated is adopted, and has the new token from then on', async () => {
  const first = await startReconciler('gateway-a', { stateDir: node.stateDir });
  onTestFinished(() => first.stop());
  const { id } = await makeIdleStream();
  await pressOn(id);
  const { podName: workerId } = await untilStatus(id, 'active');
  const address = first.registry.get(id)?.worker?.address;
  if (!workerId || !address) throw new Error('no worker');

  const reported: string[] = [];
  /** A gateway that starts with other tokens, and takes the reports. */
  const open = async (workerTokens: WorkerTokens) => {
    const api = await openWorkerApi({
      host: '127.0.0.1',
      port: 0,
      workerTokens: (reporting) => {
        reported.push(api.url);
        return workerTokens(reporting);
      },
      reports: () => first.reports,
      readHealth: async () => ({}),
      scrapes: () => null,
    });
    onTestFinished(() => api.close());
    return { api, control: httpWorkerControl(api.url, workerTokens) };
  };
  const [rotated, forgotten] = [await open(during), await open(after)];
  expect(await forgotten.control.follow(workerId, address)).toBe(false);
  expect(await rotated.control.follow(workerId, address)).toBe(true);
  await until('the worker has reported to the gateway with both tokens', () => reported.includes(rotated.api.url));
  // Its former token opens neither side any more.
  expect(await httpWorkerControl(first.apiUrl, before).follow(workerId, address)).toBe(false);
  expect(await forgotten.control.follow(workerId, address)).toBe(true);
  await until('the worker has reported to the gateway with the new token', () => reported.includes(forgotten.api.url));
  expect(first.registry.get(id)?.worker?.workerId).toBe(workerId);
});
