import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { processDriver } from '@/server/media/drivers/process-driver';
import type { WorkerHandle, WorkerOrder } from '@/server/media/drivers/worker-driver';
import { workerJobSchema } from '@/server/media/worker-protocol';
import { writeWorker } from '../support/supervisor';
import { until } from '../support/until';

const order: WorkerOrder = {
  streamId: '01a1fd91-17cc-7157-862e-2d4193bd6ce5',
  generation: 3,
  srtLatencyMs: 120,
  passphrase: null,
  livekitUrl: 'ws://127.0.0.1:7880',
  participantIdentity: 'camera',
  gatewayUrl: 'http://127.0.0.1:1',
  gatewayToken: 'secret of this worker',
};
const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function start(source: string, count = 1): Promise<{ handles: WorkerHandle[]; workerPath: string }> {
  const { workerPath, remove } = await writeWorker(source);
  const driver = processDriver(workerPath);
  const handles: WorkerHandle[] = [];
  for (let index = 0; index < count; index++) handles.push(await driver.start(order));
  cleanups.push(async () => {
    for (const handle of handles) handle.kill();
    await Promise.all(handles.map(({ ended }) => ended));
    await remove();
  });
  return { handles, workerPath };
}

test('a worker knows its job, and none of the secrets of the gateway', async () => {
  const { workerPath } = await start(`
    import { renameSync, writeFileSync } from 'node:fs';
    writeFileSync(import.meta.filename + '.part', JSON.stringify(process.env));
    renameSync(import.meta.filename + '.part', import.meta.filename + '.json');
  `);
  const seen = JSON.parse(await until(() => readFile(`${workerPath}.json`, 'utf8').catch(() => null)));
  expect(workerJobSchema.parse(JSON.parse(seen.WORKER_JOB))).toMatchObject(order);
  for (const name of ['DATABASE_URL', 'AUTH_SECRET', 'LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET']) {
    expect(process.env[name]).toBeTruthy();
    expect(seen).not.toHaveProperty(name);
  }
});

test('each worker has an address of its own', async () => {
  const { handles } = await start('setInterval(() => {}, 1000);', 3);
  const addresses = handles.map(({ podIp, inputPort, outputPort }) => [podIp, inputPort, outputPort].join(' '));
  expect(new Set(addresses).size).toBe(3);
  for (const { inputPort, outputPort } of handles) expect(inputPort).not.toBe(outputPort);
});

test.each([
  ['process.exit(7);', 'exit code 7'],
  ['process.kill(process.pid, "SIGKILL"); setInterval(() => {}, 1000);', 'signal SIGKILL'],
])('says how a worker ended: %s', async (source, expected) => {
  const { handles } = await start(source);
  expect(await handles[0]?.ended).toBe(expected);
});

test('a worker that ignores the request to stop is ended all the same', async () => {
  const { handles, workerPath } = await start(`
    import { writeFileSync } from 'node:fs';
    process.on('SIGTERM', () => {});
    setInterval(() => {}, 1000);
    writeFileSync(import.meta.filename + '.up', '');
  `);
  await until(() => existsSync(`${workerPath}.up`));
  handles[0]?.stop();
  expect(await handles[0]?.ended).toBe('signal SIGKILL');
});
