import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { placedWorkerSpecSchema, type WorkerSpec } from '@/lib/contracts/worker-protocol';
import { liveNice, setNice } from '@/lib/platform/process/priority';
import { ProcessDriver } from '@/server/gateway/drivers/process-driver';
import { fakeWorkerPath, makeNode, writeWorker } from '../../support/gateway/reconciler';
import { until } from '../../support/until';
import { specOf, testWorkerDriver } from './worker-driver-contract';

const pidOf = async (stateDir: string, workerId: string) =>
  Number.parseInt(await readFile(path.join(stateDir, `${workerId}.pid`), 'utf8'), 10);

describe('a process driver', () => {
  testWorkerDriver(async () => {
    const { stateDir, remove } = await makeNode();
    return {
      makeDriver: () => {
        const ended: string[] = [];
        const onEnded = (workerId: string) => ended.push(workerId);
        return {
          driver: new ProcessDriver({ workerPath: fakeWorkerPath, maxMemoryMb: 1024, stateDir, onEnded }),
          ended,
        };
      },
      kill: async (workerId) => void process.kill(await pidOf(stateDir, workerId), 'SIGKILL'),
      close: remove,
    };
  });
});

let node: Awaited<ReturnType<typeof makeNode>>;
beforeEach(async () => {
  node = await makeNode();
  onTestFinished(() => node.remove());
});

async function makeDriver(source: string, spareAfterMs?: number, userId?: number) {
  const { workerPath, remove } = await writeWorker(source);
  const ends: string[] = [];
  const onEnded = (_: string, how: string) => ends.push(how);
  const driver = new ProcessDriver({
    workerPath,
    maxMemoryMb: 1024,
    userId,
    stateDir: node.stateDir,
    onEnded,
    spareAfterMs,
  });
  onTestFinished(async () => {
    await driver.close('end');
    await remove();
  });
  return { driver, workerPath, ends };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // There is no such process.
  }
}

const isLinux = process.platform === 'linux';

test.runIf(isLinux)('a worker has a limit of memory, which the system keeps', async () => {
  const { driver, workerPath } = await makeDriver(`
    import { readFileSync, writeFileSync } from 'node:fs';
    writeFileSync(import.meta.filename + '.limits', readFileSync('/proc/self/limits'));
  `);
  await driver.ensure(specOf());
  const limits = await until('the worker has noted its limits', () =>
    readFile(`${workerPath}.limits`, 'utf8').catch(() => null),
  );
  const bytes = 1024 * 1024 * 1024;
  expect(limits).toMatch(new RegExp(`Max data size +${bytes} +${bytes} `));
});

test.runIf(isLinux && process.getuid?.() === 0)(
  'a worker of another user cannot read the gateway’s environment, and is found and ended like any other',
  async () => {
    const userId = 65_534;
    const { driver, workerPath } = await makeDriver(
      `
      import { readFileSync } from 'node:fs';
      import { createServer } from 'node:http';
      process.title = process.argv[1];
      process.once('message', ({ address }) => {
        let environment;
        try { environment = readFileSync('/proc/' + process.ppid + '/environ', 'utf8'); } catch (error) { environment = error.code; }
        const seen = JSON.stringify({ uid: process.getuid(), groups: process.getgroups(), environment });
        createServer((_, response) => response.end(seen)).listen(address.controlPort, address.host);
      });
      `,
      undefined,
      userId,
    );
    await chmod(path.dirname(workerPath), 0o755);
    const spec = specOf();
    const { host, controlPort } = await driver.ensure(spec);
    const answer = await until('the worker’s control port answers', () =>
      fetch(`http://${host}:${controlPort}`).catch(() => null),
    );
    expect(await answer.json()).toEqual({ uid: userId, groups: [userId], environment: 'EACCES' });
    const other = new ProcessDriver({
      workerPath,
      maxMemoryMb: 1024,
      stateDir: node.stateDir,
      onEnded: () => undefined,
    });
    expect(await other.list()).toEqual([spec.workerId]);
    await other.remove(spec.workerId);
    expect(await other.list()).toEqual([]);
    await other.close('end');
  },
);

test('a worker receives its spec, and none of the secrets of the gateway', async () => {
  const { driver, workerPath } = await makeDriver(`
    import { once } from 'node:events';
    import { renameSync, writeFileSync } from 'node:fs';
    const [spec] = await once(process, 'message');
    writeFileSync(import.meta.filename + '.part', JSON.stringify({ spec, env: process.env }));
    renameSync(import.meta.filename + '.part', import.meta.filename + '.json');
  `);
  const spec = specOf();
  const address = await driver.ensure(spec);
  const seen = JSON.parse(
    await until('the worker has noted its environment', () => readFile(`${workerPath}.json`, 'utf8').catch(() => null)),
  );
  expect(placedWorkerSpecSchema.parse(seen.spec)).toEqual(Object.assign({ address }, spec));
  for (const name of ['DATABASE_URL', 'AUTH_SECRET', 'LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET']) {
    expect(process.env[name]).toBeTruthy();
    expect(seen.env).not.toHaveProperty(name);
  }
});

describe('a spare worker is loaded', () => {
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
  /** The process ids of the loaded workers without a spec, once all workers have logged `entryCount` entries. */
  const untilIdle = (workerPath: string, entryCount: number) =>
    until(`the workers have noted ${entryCount} entries`, async () => {
      const entries = (await readFile(`${workerPath}.diary`, 'utf8').catch(() => '')).trim().split('\n');
      const pidsThat = (did: string) =>
        entries.flatMap((entry) => (entry.startsWith(did) ? Number(entry.split(' ')[1]) : []));
      const began = pidsThat('began');
      return entries.length === entryCount ? pidsThat('loaded').filter((pid) => !began.includes(pid)) : null;
    });

  test('for the next start, and then for the one after', async () => {
    const { driver, workerPath } = await makeDriver(diary, 100);
    await driver.ensure(specOf());
    const [spare, ...others] = await untilIdle(workerPath, 3);
    expect(others).toEqual([]);
    await driver.ensure(specOf());
    const [next] = await untilIdle(workerPath, 5);
    expect(next).toBeDefined();
    expect(next).not.toBe(spare);
  });

  test('and ends with the driver', async () => {
    const { driver, workerPath } = await makeDriver(diary, 100);
    await driver.ensure(specOf());
    const [spare = 0] = await untilIdle(workerPath, 3);
    expect(isRunning(spare)).toBe(true);
    await driver.close('end');
    expect(isRunning(spare)).toBe(false);
  });
});

// Linux built with CONFIG_SCHED_AUTOGROUP, which all distributions have.
describe.runIf(existsSync('/proc/self/autogroup'))('the share of the processors', () => {
  const idle = 'setInterval(() => {}, 1000);';
  /** Before other programs where that is allowed: to root, as a rule. */
  const fullNice = setNice(process.pid, -1) && setNice(process.pid, 0) ? liveNice : 0;
  const niceOf = async ({ workerId }: WorkerSpec): Promise<number> => {
    const autogroup = await readFile(`/proc/${await pidOf(node.stateDir, workerId)}/autogroup`, 'utf8');
    return Number(autogroup.trim().split(' ').at(-1));
  };

  test('is set for one worker alone', async () => {
    const { driver } = await makeDriver(idle);
    const spec = specOf();
    await driver.ensure(spec);
    const own = await readFile('/proc/self/autogroup', 'utf8');
    driver.setProcessorShare(spec.workerId, 'small');
    await until('the worker has nice 10', async () => (await niceOf(spec)) === 10);
    driver.setProcessorShare(spec.workerId, 'full');
    await until('the worker has the full share', async () => (await niceOf(spec)) === fullNice);
    expect(await readFile('/proc/self/autogroup', 'utf8')).toBe(own);
  });

  test('is smaller for each of many, and larger when others end', async () => {
    const { driver } = await makeDriver(idle);
    const specs = Array.from({ length: 8 }, () => specOf());
    for (const spec of specs) {
      await driver.ensure(spec);
      driver.setProcessorShare(spec.workerId, 'part');
    }
    const shares = () => Promise.all(specs.map(niceOf));
    await until('all workers have a smaller share', async () => (await shares()).every((nice) => nice > fullNice + 2));
    for (const { workerId } of specs.splice(2)) await driver.remove(workerId);
    await until('the workers that are left have the full share', async () =>
      (await shares()).every((nice) => nice === fullNice),
    );
  });

  test('is the full one for a worker that another driver started', async () => {
    const former = await makeDriver(idle);
    const spec = specOf();
    await former.driver.ensure(spec);
    former.driver.setProcessorShare(spec.workerId, 'small');
    await until('the worker has nice 10', async () => (await niceOf(spec)) === 10);
    const { driver } = await makeDriver(idle);
    await driver.ensure(spec);
    await until('the worker has the full share', async () => (await niceOf(spec)) === fullNice);
  });
});

test.each([
  ['process.exit(7);', 'exit code 7'],
  ['process.kill(process.pid, "SIGKILL"); setInterval(() => {}, 1000);', 'signal SIGKILL'],
])('reports how a worker ended: %s', async (source, expected) => {
  const { driver, ends } = await makeDriver(source);
  await driver.ensure(specOf());
  await until('the driver reports the end of the worker', () => ends.length > 0);
  expect(ends).toEqual([expected]);
});

test('a worker that ignores the request to end is killed', async () => {
  const { driver, workerPath, ends } = await makeDriver(`
    import { writeFileSync } from 'node:fs';
    process.on('SIGTERM', () => {});
    setInterval(() => {}, 1000);
    writeFileSync(import.meta.filename + '.up', '');
  `);
  const spec = specOf();
  await driver.ensure(spec);
  await until('the worker is up', () => existsSync(`${workerPath}.up`));
  await driver.remove(spec.workerId);
  expect(ends).toEqual(['signal SIGKILL']);
});

describe('the pid files', () => {
  test('are readable for the owner alone, and deleted with their workers', async () => {
    const { driver } = await makeDriver('setInterval(() => {}, 1000);');
    const spec = specOf();
    await driver.ensure(spec);
    const { mode } = await stat(path.join(node.stateDir, `${spec.workerId}.pid`));
    expect(mode & 0o777).toBe(0o600);
    await driver.close('end');
    expect(await readdir(node.stateDir)).toEqual([]);
  });

  test('of a reused process number are deleted, and that process is left alone', async () => {
    const { driver, ends } = await makeDriver('setInterval(() => {}, 1000);');
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    onTestFinished(() => void stranger.kill('SIGKILL'));
    const address = { host: '127.20.0.1', inputPort: 1, outputPort: 2, controlPort: 3 };
    const { workerId } = specOf();
    await writeFile(path.join(node.stateDir, `${workerId}.pid`), `${stranger.pid}\n${JSON.stringify(address)}\n`);
    await driver.remove(workerId);
    expect(await driver.list()).toEqual([]);
    expect(await readdir(node.stateDir)).toEqual([]);
    expect(isRunning(stranger.pid ?? 0)).toBe(true);
    expect(ends).toEqual([]);
  });
});
