import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freeTcpPort } from '../support/network/free-port';
import { childOf, descendants, untilGone } from '../support/product/processes';
import {
  launchProduct,
  type Product,
  type ProductEnv,
  productEnv,
  removeDataDir,
  startProduct,
  stopProduct,
} from '../support/product/product';
import { provokedErrors } from '../support/product/provoked-errors';
import { until } from '../support/until';

const goneTimeoutMs = 15_000;

const readiness = async (env: ProductEnv): Promise<number> =>
  (await fetch(`http://${env.HOST}:${env.PORT}/readyz`).catch(() => null))?.status ?? 0;

const untilReady = (env: ProductEnv) =>
  until('the product is ready', async () => (await readiness(env)) === 200, { timeoutMs: 20_000 });

/** Runs the product to its end. @returns what a user sees of a start that fails */
async function failToStart(env: Record<string, string>): Promise<{ exitCode: number | null; output: string }> {
  const product = launchProduct(env);
  return { exitCode: await product.exitCode, output: product.output() };
}

describe('a run', () => {
  let env: ProductEnv;
  let product: Product;
  const metrics = { METRICS_TOKEN: randomBytes(32).toString('base64url'), LIVEKIT_METRICS_PORT: '' };

  beforeAll(async () => {
    metrics.LIVEKIT_METRICS_PORT = String(await freeTcpPort());
    env = Object.assign(await productEnv(), { LOG_LEVEL: 'debug' }, metrics, provokedErrors);
    product = await startProduct(env);
  });

  afterAll(async () => {
    await stopProduct(product);
    await removeDataDir(env);
  });

  const pid = () => product.process.pid ?? 0;

  /** Whether the gateway has become ready since it last ended. */
  const isGatewayReady = () =>
    product.output().lastIndexOf('"gateway: ready"') > product.output().lastIndexOf('"process":"gateway"');

  test('is ready and says where to go', async () => {
    await untilReady(env);
    expect(product.output()).toContain(`http://localhost:${env.PORT}`);
  });

  test('LiveKit has figures for Prometheus, and for nobody without the token', async () => {
    const scrape = (password: string) => {
      const authorization = `Basic ${Buffer.from(`prometheus:${password}`).toString('base64')}`;
      return fetch(`http://127.0.0.1:${metrics.LIVEKIT_METRICS_PORT}/metrics`, { headers: { authorization } });
    };
    expect((await scrape('guessed')).status).toBe(401);
    expect(await (await scrape(metrics.METRICS_TOKEN)).text()).toMatch(/^livekit_participant_total\{/m);
  });

  test('npm run seed makes a password of its own and shows it once; with it, the demo can be completed', async () => {
    const seed = (password: string) =>
      spawnSync(process.execPath, ['scripts/seed.mjs'], {
        encoding: 'utf8',
        env: Object.assign({}, process.env, { PORT: env.PORT, SEED_PASSWORD: password }),
      });
    const first = seed('');
    const password = /^The password of demo@example\.com is (\S{16})\.$/m.exec(first.stdout)?.[1] ?? '';
    expect(password).not.toBe('');
    expect(first.status).toBe(0);
    expect(seed('')).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('set SEED_PASSWORD') });
    const completed = seed(password);
    expect(completed).toMatchObject({ status: 0, stderr: '' });
    expect(completed.stdout).not.toContain(password);
  });

  test.each(['web.mjs', 'gateway.mjs', 'livekit-server', 'postgres'])(
    'starts %s again when it was killed',
    async (mark) => {
      const before = childOf(pid(), mark);
      process.kill(before, 'SIGKILL');
      await untilGone([before], goneTimeoutMs);
      await expect.poll(() => childOf(pid(), mark), { timeout: 20_000 }).not.toBe(before);
      await untilReady(env);
    },
  );

  test('starts the gateway again when an error ended it that nothing caught', async () => {
    await expect.poll(isGatewayReady, { timeout: 20_000 }).toBe(true);
    const before = childOf(pid(), 'gateway.mjs');
    process.kill(before, 'SIGUSR2');
    await untilGone([before], goneTimeoutMs);
    await expect.poll(() => product.output()).toContain('"uncaught error"');
    await expect.poll(() => childOf(pid(), 'gateway.mjs'), { timeout: 20_000 }).not.toBe(before);
  });

  test('refuses a second run on its data folder, and goes on', async () => {
    const other = await productEnv();
    const { exitCode, output } = await failToStart({ ...other, DATA_DIR: env.DATA_DIR });
    expect(output).toBe(`Sightline already runs on the data folder ${env.DATA_DIR} (process ${pid()}).\n`);
    expect(exitCode).toBe(1);
    await untilReady(env);
    await removeDataDir(other);
  });

  describe('with a wrong DATABASE_URL', () => {
    const address = async (change: (url: URL) => void): Promise<string> => {
      const secrets = JSON.parse(await readFile(path.join(env.DATA_DIR, 'secrets.json'), 'utf8'));
      const url = new URL(`postgresql://postgres@127.0.0.1:${env.POSTGRES_PORT}/sightline`);
      url.password = secrets.postgresPassword;
      change(url);
      return url.href;
    };

    test.each<[string, (url: URL) => void, RegExp]>([
      [
        'wrong password',
        (url) => (url.password = 'wrong'),
        /^Postgres at \S+ refuses the user or password of DATABASE_URL\.\n$/,
      ],
      [
        'no such database',
        (url) => (url.pathname = 'absent'),
        /^Postgres at \S+ has no database "absent"; .* DATABASE_URL\.\n$/,
      ],
      [
        'nobody there',
        (url) => (url.port = '1'),
        /^No Postgres answers at 127\.0\.0\.1:1 \(ECONNREFUSED\); .* DATABASE_URL\.\n$/,
      ],
      [
        'no address',
        (url) => (url.protocol = 'mysql:'),
        /^DATABASE_URL must be a postgresql:\/\/ address\. See \.env\.example\.\n$/,
      ],
    ])('%s: one sentence', async (_name, change, sentence) => {
      const { POSTGRES_PORT: _ofItsOwn, ...other } = await productEnv();
      const { exitCode, output } = await failToStart({ ...other, DATABASE_URL: await address(change) });
      expect(output).toMatch(sentence);
      expect(exitCode).toBe(1);
      await removeDataDir(other);
    });
  });

  test('Ctrl-C ends every process, with a clean database', async () => {
    const pids = descendants(pid()).map((row) => row.pid);
    expect(pids.length).toBeGreaterThan(4);
    expect(await stopProduct(product)).toBe(0);
    await untilGone(pids, 0);

    product = await startProduct(env);
    expect(product.output()).toContain('database system was shut down at');
    expect(product.output()).not.toContain('not properly shut down');
  });

  /** A process that all-in-one takes for a worker whose gateway has gone. */
  async function startOrphan(workerId: string): Promise<number> {
    const code = `process.title = 'sightline-worker ${workerId}'; setInterval(() => undefined, 1_000)`;
    const orphan = spawn(process.execPath, ['-e', code], { stdio: 'ignore', detached: true });
    orphan.unref();
    const stateDir = path.join(env.DATA_DIR, 'workers');
    await mkdir(stateDir, { recursive: true });
    await writeFile(path.join(stateDir, `${workerId}.pid`), `${orphan.pid}\n`);
    return orphan.pid ?? 0;
  }

  test('Ctrl-C also ends the workers of a gateway that is dead at that moment', async () => {
    const orphan = await startOrphan('worker-of-a-dead-gateway');
    process.kill(childOf(pid(), 'gateway.mjs'), 'SIGKILL');
    expect(await stopProduct(product)).toBe(0);
    await untilGone([orphan], 0);
    product = await startProduct(env);
  });

  test('an error that nothing catches ends it in order, with exit code 1', async () => {
    const pids = descendants(pid()).map((row) => row.pid);
    product.process.kill('SIGUSR2');
    expect(await product.exitCode).toBe(1);
    await untilGone(pids, 0);
    product = await startProduct(env);
    expect(product.output()).not.toContain('not properly shut down');
  });

  test('when its parent is gone it ends in order', async () => {
    const pids = descendants(pid()).map((row) => row.pid);
    // Node emits no `close` for a child that the parent has disconnected.
    const exit = once(product.process, 'exit');
    product.process.disconnect();
    expect(await exit).toEqual([0, null]);
    await untilGone(pids, 0);
    product = await startProduct(env);
  });

  test('killed outright, it starts again at once', async () => {
    const pids = descendants(pid()).map((row) => row.pid);
    pids.push(await startOrphan('worker-of-a-killed-run'));
    product.process.kill('SIGKILL');
    await product.exitCode;
    product = await startProduct(env);
    await untilReady(env);
    await untilGone(pids, goneTimeoutMs);
  });
});

// Root's home is such a folder, and Postgres does not run as root.
test.skipIf(process.getuid?.() !== 0)('runs where only root may go', async () => {
  const env = await productEnv();
  await chmod(env.DATA_DIR, 0o700);
  const product = await startProduct({ ...env, DATA_DIR: path.join(env.DATA_DIR, 'data') });
  await untilReady(env);
  expect(await stopProduct(product)).toBe(0);
  await removeDataDir(env);
});

describe('a port in use: one sentence that names the port and the variable', () => {
  const variables = [
    ['TCP', 'PORT'],
    ['TCP', 'POSTGRES_PORT'],
    ['TCP', 'LIVEKIT_PORT'],
    ['UDP', 'SRT_INGEST_PORT'],
    ['UDP', 'SRT_VIEW_PORT'],
    ['TCP', 'RTMP_PORT'],
    ['UDP', 'LIVEKIT_RTC_PORT'],
    ['TCP', 'LIVEKIT_TCP_PORT'],
  ] as const;

  test.concurrent.for(variables)('%s %s', async ([protocol, variable], { expect }) => {
    const env = await productEnv();
    const port = Number(env[variable]);
    const holder =
      protocol === 'TCP' ? createServer().listen(port, '127.0.0.1') : createSocket('udp4').bind(port, '127.0.0.1');
    await once(holder, 'listening');
    const { exitCode, output } = await failToStart(env);
    holder.close();
    expect(output).toBe(
      `${protocol} port ${port} is used by another program; end that, or set ${variable} to another port.\n`,
    );
    expect(exitCode).toBe(1);
    await removeDataDir(env);
  });
});
