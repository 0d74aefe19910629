import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { withClient } from '@/lib/platform/db/postgres-connection';
import { ApiClient } from '../support/api/api-client';
import { freeTcpPort, freeUdpPort } from '../support/network/free-port';
import { createOwnDatabase, type OwnDatabase } from '../support/product/own-database';
import { productEnv, removeDataDir } from '../support/product/product';
import { launchProgram, startProgram } from '../support/product/program';
import { provokedErrors } from '../support/product/provoked-errors';
import { livekitSettings } from '../support/servers/livekit-settings';

// Each program by itself, with no more settings than it needs.

const databases: OwnDatabase[] = [];

/** A database of the test's own, by default with all tables. @returns its address */
async function createDatabase(template?: string): Promise<string> {
  const database = await createOwnDatabase(template);
  databases.push(database);
  return database.url;
}

const query = (databaseUrl: string, sql: string): Promise<unknown[]> =>
  withClient(databaseUrl, async (client) => (await client.query(sql)).rows);

/** Runs a program to its end. */
async function run(name: string, env: Record<string, string>) {
  const program = launchProgram(name, env);
  return { exitCode: await program.exitCode, output: program.output() };
}

afterAll(async () => {
  for (const database of databases) await database.drop();
});

const gatewayEnv = async () => ({
  DATABASE_URL: await createDatabase(),
  ...livekitSettings(),
  GATEWAY_HOST: '127.0.0.1',
  SRT_INGEST_PORT: String(await freeUdpPort()),
  SRT_VIEW_PORT: String(await freeUdpPort()),
  RTMP_PORT: String(await freeTcpPort()),
});

const webEnv = async () => ({
  DATABASE_URL: await createDatabase(),
  ...livekitSettings(),
  AUTH_SECRET: randomBytes(32).toString('base64url'),
  HOST: '127.0.0.1',
  PORT: String(await freeTcpPort()),
});

describe('migrate', () => {
  test('brings an empty database up to date, and finds nothing to do the second time', async () => {
    const DATABASE_URL = await createDatabase('template0');
    const first = await run('migrate', { DATABASE_URL });
    expect(first.output).toContain('database brought up to date');
    expect(first.exitCode).toBe(0);
    expect(await query(DATABASE_URL, 'SELECT * FROM streams')).toEqual([]);
    expect(await run('migrate', { DATABASE_URL })).toEqual({ exitCode: 0, output: '' });
  });

  test('asked to stop, it finishes first', async () => {
    const DATABASE_URL = await createDatabase('template0');
    const program = launchProgram('migrate', { DATABASE_URL, LOG_LEVEL: 'info' });
    const isUnderWay = async () => (await query(DATABASE_URL, "SELECT to_regclass('_prisma_migrations') AS t"))[0];
    await expect.poll(isUnderWay, { interval: 5, timeout: 10_000 }).not.toEqual({ t: null });
    program.process.kill('SIGTERM');
    expect(await program.exitCode).toBe(0);
    expect(await run('migrate', { DATABASE_URL })).toEqual({ exitCode: 0, output: '' });
  });

  test('a migration that fails: one sentence', async () => {
    const DATABASE_URL = await createDatabase('template0');
    await query(DATABASE_URL, 'CREATE TABLE users (id int)');
    const { exitCode, output } = await run('migrate', { DATABASE_URL });
    expect(output).toMatch(/^The database could not be brought up to date: .*\n$/);
    expect(exitCode).toBe(1);
  });
});

describe('gateway', () => {
  test('starts without the secret of sign-in, and ends in order', async () => {
    const gateway = await startProgram('gateway', await gatewayEnv());
    gateway.process.kill('SIGTERM');
    expect(await gateway.exitCode).toBe(0);
    expect(gateway.output()).toContain('gateway: ready');
    expect(gateway.output().includes('running as root')).toBe(process.getuid?.() === 0);
  });

  test('ends when the process that started it is gone', async () => {
    const gateway = await startProgram('gateway', await gatewayEnv());
    const exit = once(gateway.process, 'exit');
    gateway.process.disconnect();
    expect(await exit).toEqual([0, null]);
  });
});

describe('web', () => {
  test('starts without a gateway, and ends in order', async () => {
    const env = await webEnv();
    const web = await startProgram('web', env);
    const response = await fetch(`http://127.0.0.1:${env.PORT}/healthz`);
    expect(response.status).toBe(200);
    web.process.kill('SIGTERM');
    expect(await web.exitCode).toBe(0);
  });

  test('with another AUTH_SECRET accepts a token from before only while AUTH_SECRET_FORMER names its secret', async () => {
    const env = await webEnv();
    // Or web would wait for the connection when it ends.
    const as = (token: string | null) => new ApiClient(`http://127.0.0.1:${env.PORT}`, token, { connection: 'close' });
    /** Runs web with a secret. @returns what `work` does */
    const withSecret = async <Result>(
      AUTH_SECRET: string,
      work: () => Promise<Result>,
      AUTH_SECRET_FORMER = '',
    ): Promise<Result> => {
      const web = await startProgram('web', Object.assign({}, env, { AUTH_SECRET, AUTH_SECRET_FORMER }));
      const result = await work();
      web.process.kill('SIGTERM');
      await web.exitCode;
      return result;
    };
    const user = { email: 'ada@example.com', password: 'a long password', first_name: 'Ada' };
    const statusOfMe = async (token: string) => (await as(token).ask('GET /auth/me')).status;
    const token = await withSecret(env.AUTH_SECRET, async () => {
      await as(null).call('POST /auth/signup', { body: { organization: { name: 'Northwind' }, user } });
      const { token } = await as(null).call('POST /auth/login', { body: { user } });
      expect(await statusOfMe(token)).toBe(200);
      return token;
    });
    expect(await withSecret('x'.repeat(43), () => statusOfMe(token), env.AUTH_SECRET)).toBe(200);
    expect(await withSecret('x'.repeat(43), () => statusOfMe(token))).toBe(401);
  }, 60_000);

  test('its port in use: one sentence', async () => {
    const env = await webEnv();
    const holder = createServer().listen(Number(env.PORT), '127.0.0.1');
    await once(holder, 'listening');
    const { exitCode, output } = await run('web', env);
    holder.close();
    // Next says that it has read its configuration, on a line of its own.
    expect(output.split('\n').slice(-2)).toEqual([`TCP port ${env.PORT} is in use; set PORT to another one.`, '']);
    expect(exitCode).toBe(1);
  });
});

describe('a setting that is missing or wrong: one sentence that names it', () => {
  const missingLivekit = 'LIVEKIT_URL is not set; LIVEKIT_API_KEY is not set; LIVEKIT_API_SECRET is not set';

  test.each<[string, Record<string, string>, string]>([
    ['migrate', {}, 'DATABASE_URL is not set'],
    ['migrate', { DATABASE_URL: 'mysql://127.0.0.1/x' }, 'DATABASE_URL must be a postgresql:// address'],
    ['gateway', {}, `DATABASE_URL is not set; ${missingLivekit}`],
    ['web', {}, `DATABASE_URL is not set; ${missingLivekit}; AUTH_SECRET is not set`],
    ['all-in-one', { PORT: 'http' }, 'PORT is not valid (Invalid input: expected number, received NaN)'],
  ])('%s with %j', async (name, env, sentence) => {
    const { exitCode, output } = await run(name, env);
    expect(output).toBe(`${sentence}. See .env.example.\n`);
    expect(exitCode).toBe(1);
  });

  test.each(['migrate', 'all-in-one'])('%s, and nobody answers at DATABASE_URL', async (name) => {
    const DATABASE_URL = 'postgresql://nobody@127.0.0.1:1/sightline';
    const env = await productEnv();
    const { exitCode, output } = await run(name, Object.assign({}, env, { DATABASE_URL, LOG_LEVEL: 'error' }));
    await removeDataDir(env);
    expect(output).toMatch(/^No Postgres answers at 127\.0\.0\.1:1 \(ECONNREFUSED\); .* DATABASE_URL\.\n$/);
    expect(exitCode).toBe(1);
  });
});

describe('an error that nothing catches is logged, and ends the program with exit code 1', () => {
  test.each([
    ['gateway', 'SIGUSR2', 'uncaughtException', gatewayEnv],
    ['gateway', 'SIGCONT', 'unhandledRejection', gatewayEnv],
    ['web', 'SIGUSR2', 'uncaughtException', webEnv],
  ] as const)('%s, by %s: %s', async (name, signal, origin, env) => {
    const program = await startProgram(name, Object.assign(await env(), provokedErrors));
    program.process.kill(signal);
    expect(await program.exitCode).toBe(1);
    const line = program
      .output()
      .split('\n')
      .find((candidate) => candidate.includes('"uncaught error"'));
    expect(JSON.parse(line ?? '')).toMatchObject({ level: 'fatal', origin, err: { message: 'provoked' } });
  });

  test('web goes on after a rejection: rendering abandons promises by design, and Next logs them', async () => {
    const env = await webEnv();
    const web = await startProgram('web', Object.assign(env, provokedErrors));
    web.process.kill('SIGCONT');
    await expect.poll(() => web.output()).toContain('Error: provoked');
    expect((await fetch(`http://127.0.0.1:${env.PORT}/healthz`)).status).toBe(200);
    web.process.kill('SIGTERM');
    expect(await web.exitCode).toBe(0);
  });
});
