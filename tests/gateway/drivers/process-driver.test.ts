import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { workerJobSchema } from '@/lib/contracts/worker-protocol';
import { processDriver } from '@/server/gateway/drivers/process-driver';
import type { WorkerHandle, WorkerSpecDraft } from '@/server/gateway/drivers/worker-driver';
import { writeWorker } from '../../support/gateway/reconciler';
import { until } from '../../support/until';

const order: WorkerSpecDraft = {
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

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // There is no such process.
  }
}

interface Options {
  count?: number;
  spareAfterMs?: number;
}

async function start(source: string, { count = 1, spareAfterMs }: Options = {}) {
  const { workerPath, remove } = await writeWorker(source);
  const driver = processDriver(workerPath, spareAfterMs);
  const handles: WorkerHandle[] = [];
  const startOne = async () => {
    const handle = await driver.start(order);
    handles.push(handle);
    return handle;
  };
  cleanups.push(async () => {
    for (const handle of handles) handle.kill();
    await Promise.all([...handles.map(({ ended }) => ended), driver.close()]);
    await remove();
  });
  for (let index = 0; index < count; index++) await startOne();
  return { driver, handles, startOne, workerPath };
}

test('a worker knows its job, and none of the secrets of the gateway', async () => {
  const { workerPath } = await start(`
    import { once } from 'node:events';
    import { renameSync, writeFileSync } from 'node:fs';
    const [job] = await once(process, 'message');
    writeFileSync(import.meta.filename + '.part', JSON.stringify({ job, env: process.env }));
    renameSync(import.meta.filename + '.part', import.meta.filename + '.json');
  `);
  const seen = JSON.parse(await until(() => readFile(`${workerPath}.json`, 'utf8').catch(() => null)));
  expect(workerJobSchema.parse(seen.job)).toMatchObject(order);
  for (const name of ['DATABASE_URL', 'AUTH_SECRET', 'LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET']) {
    expect(process.env[name]).toBeTruthy();
    expect(seen.env).not.toHaveProperty(name);
  }
});

describe('one worker is kept loaded', () => {
  const diary = `
    import { once } from 'node:events';
    import { appendFileSync } from 'node:fs';
    const note = (what) => appendFileSync(import.meta.filename + '.diary', what + ' ' + process.pid + '\\n');
    note('loaded');
    process.on('disconnect', () => process.exit());
    await once(process, 'message');
    note('began');
    setInterval(() => {}, 1000);
  `;
  /** The process ids of the workers that have loaded but not begun, once so many have done something. */
  const untilIdle = (workerPath: string, entryCount: number) =>
    until(async () => {
      const diary = (await readFile(`${workerPath}.diary`, 'utf8').catch(() => '')).trim().split('\n');
      const pidsThat = (did: string) =>
        diary.flatMap((entry) => (entry.startsWith(did) ? Number(entry.split(' ')[1]) : []));
      const began = pidsThat('began');
      return diary.length === entryCount ? pidsThat('loaded').filter((pid) => !began.includes(pid)) : null;
    });

  test('for the next start, and then another one', async () => {
    const { startOne, workerPath } = await start(diary, { spareAfterMs: 100 });
    const [spare, ...others] = await untilIdle(workerPath, 3);
    expect(others).toEqual([]);
    await startOne();
    const [next] = await untilIdle(workerPath, 5);
    expect(next).toBeDefined();
    expect(next).not.toBe(spare);
  });

  test('until the driver is closed, and workers with a job go on', async () => {
    const { driver, handles, workerPath } = await start(diary, { spareAfterMs: 100 });
    const [spare = 0] = await untilIdle(workerPath, 3);
    expect(isRunning(spare)).toBe(true);
    await driver.close();
    expect(isRunning(spare)).toBe(false);
    expect(await Promise.race([handles[0]?.ended, sleep(100, 'at work')])).toBe('at work');
  });
});

test('each worker has an address of its own', async () => {
  const { handles } = await start('setInterval(() => {}, 1000);', { count: 3 });
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
