import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chmod, stat } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { MemberStreamJson } from '@/lib/contracts/streams';
import { newId } from '@/lib/core/id';
import { childEnv } from '@/lib/platform/env/child-env';
import { startPostgres } from '@/server/all-in-one/postgres';
import { makeWorkerTokens } from '@/server/gateway/worker-control/worker-control';
import { migrate } from '@/server/migrate/migrate';
import { ApiClient } from '../support/api/api-client';
import { camera, ffmpeg, stopFfmpegs } from '../support/camera/ffmpeg';
import { childOf, workerPids } from '../support/product/processes';
import {
  type Product,
  type ProductEnv,
  productEnv,
  removeDataDir,
  startProduct,
  stopProduct,
} from '../support/product/product';
import { filesOpenToOthers, type KnownSecret, readPrograms, secretsIn } from '../support/product/secrets-of';
import { until } from '../support/until';

// One run of the whole product, on a data folder of the version before: who may do what, and where its secrets are.

const secret = () => randomBytes(24).toString('base64url');
const authSecret = secret();
const oldSecrets = {
  authSecret: secret(),
  livekitApiKey: 'key-of-before',
  livekitApiSecret: secret(),
  postgresPassword: secret(),
};
const user = { email: 'ada@example.com', password: `password-${secret()}`, first_name: 'Ada' };
const known: KnownSecret[] = [
  { what: 'AUTH_SECRET', value: authSecret },
  { what: "LiveKit's secret", value: oldSecrets.livekitApiSecret },
  { what: "the superuser's password", value: oldSecrets.postgresPassword },
];

let env: ProductEnv;
let product: Product | undefined;
let token: string;

function addSecret(what: string, value: string): void {
  known.push({ what, value });
}

/** Makes a data folder of the version before: everything belongs to Postgres's superuser. It has one account. */
async function makeOldDataDir(): Promise<void> {
  const postgres = await startPostgres({
    directory: path.join(env.DATA_DIR, 'postgres'),
    port: Number(env.POSTGRES_PORT),
    password: oldSecrets.postgresPassword,
    durable: true,
    env: childEnv({}),
    onLine: () => undefined,
  });
  try {
    await query(postgres.url('postgres'), 'CREATE DATABASE sightline');
    await migrate(postgres.url('sightline'));
    const insert = `INSERT INTO organizations (id, name) VALUES ('${newId()}', 'Of before')`;
    await query(postgres.url('sightline'), insert);
  } finally {
    await postgres.stop('SIGINT', 10_000);
  }
  writeFileSync(path.join(env.DATA_DIR, 'secrets.json'), JSON.stringify(oldSecrets), { mode: 0o644 });
}

async function query(databaseUrl: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** As the gateways derive it. */
function workerTokenOf(workerId: string): string {
  const LIVEKIT_API_SECRET = oldSecrets.livekitApiSecret;
  Object.assign(process.env, { LIVEKIT_URL: 'ws://127.0.0.1', LIVEKIT_API_KEY: 'any', LIVEKIT_API_SECRET });
  return makeWorkerTokens('')(workerId)[0];
}

const databaseUrl = (role: string, password: string, database: string): string =>
  `postgresql://${role}:${password}@127.0.0.1:${env.POSTGRES_PORT}/${database}`;

const as = (token: string | null) => new ApiClient(`http://${env.HOST}:${env.PORT}`, token);

const productPid = (): number => product?.process.pid ?? 0;

beforeAll(async () => {
  const defaults = await productEnv();
  env = Object.assign(defaults, { LOG_LEVEL: 'trace' });
  // Root runs Postgres as another user.
  await chmod(env.DATA_DIR, 0o711);
  await makeOldDataDir();
  // As an operator may have set it in .env, beside what containers read from there.
  product = await startProduct(Object.assign({ AUTH_SECRET: authSecret, POSTGRES_PASSWORD: secret() }, env));
  const { databasePassword } = JSON.parse(readFileSync(path.join(env.DATA_DIR, 'secrets.json'), 'utf8'));
  addSecret("the database role's password", databasePassword);
});

afterAll(async () => {
  stopFfmpegs();
  if (product?.process.exitCode === null) await stopProduct(product);
  await removeDataDir(env);
});

describe('Postgres', () => {
  const password = (what: string) => known.find((candidate) => candidate.what === what)?.value ?? '';
  const asRole = (sql: string, database = 'sightline') =>
    query(databaseUrl('sightline', password("the database role's password"), database), sql);

  test('the product is no superuser, and owns all that a superuser of before made', async () => {
    expect(await asRole('SELECT name FROM organizations')).toEqual([{ name: 'Of before' }]);
    const rights = 'SELECT rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls FROM pg_roles';
    expect(await asRole(`${rights} WHERE rolname = current_user`)).toEqual([
      { rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false, rolbypassrls: false },
    ]);
    const owners = await asRole(`
      SELECT DISTINCT pg_get_userbyid(relowner) AS owner FROM pg_class WHERE relnamespace = 'public'::regnamespace
      UNION SELECT pg_get_userbyid(typowner) FROM pg_type WHERE typnamespace = 'public'::regnamespace
      UNION SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = current_database()`);
    expect(owners).toEqual([{ owner: 'sightline' }]);
  });

  test('it works as that role alone', async () => {
    const superuser = databaseUrl('postgres', oldSecrets.postgresPassword, 'postgres');
    const users = "SELECT DISTINCT usename FROM pg_stat_activity WHERE datname = 'sightline'";
    expect(await query(superuser, users)).toEqual([{ usename: 'sightline' }]);
  });

  test('it can neither read files and run programs nor reach another database', async () => {
    await expect(asRole("SELECT pg_read_file('PG_VERSION')")).rejects.toThrow('permission denied');
    await expect(asRole("COPY (SELECT 1) TO PROGRAM 'true'")).rejects.toThrow('permission denied');
    await expect(asRole('SELECT * FROM pg_authid')).rejects.toThrow('permission denied');
    await expect(asRole('CREATE ROLE other')).rejects.toThrow('permission denied');
    await expect(asRole('SELECT 1', 'postgres')).rejects.toThrow('permission denied');
    await expect(asRole('SELECT 1', 'template1')).rejects.toThrow('permission denied');
  });
});

describe('secrets', () => {
  beforeAll(exerciseProduct, 120_000);

  /** Everything that has to do with a secret, and everything that may go wrong with one. */
  async function exerciseProduct(): Promise<void> {
    addSecret("a user's password", user.password);
    await as(null).call('POST /auth/signup', { body: { organization: { name: 'Northwind' }, user } });
    token = (await as(null).call('POST /auth/login', { body: { user } })).token;
    addSecret("a user's token", token);
    const mistyped = `mistyped-${secret()}`;
    addSecret('a mistyped password', mistyped);
    await as(null).ask('POST /auth/login', { body: { user: { email: user.email, password: mistyped } } });
    await as(null).send('POST', '/auth/login', { body: { user: { email: mistyped, pass: mistyped } } });
    await as(mistyped).send('GET', `/auth/me?token=${mistyped}`);

    await callByApiToken();
    const event = await as(token).call('POST /events', { body: { event: { name: 'Summer' } } });
    const room = await as(token).call('GET /events/{id}', { params: { id: event.id } });
    addSecret('a room token', room.attributes.livekit_token);
    const body = { stream: { name: 'Camera', event_id: event.id, protocol: 'srt' } } as const;
    const { id, attributes } = await as(token).call('POST /streams', { body });
    addSecret('a rotated stream key', attributes.stream_key);
    const passphrase = `passphrase-${secret()}`;
    addSecret('a passphrase', passphrase);
    await as(token).call('PATCH /streams/{id}', { params: { id }, body: { stream: { passphrase } } });
    await as(token).call('POST /streams/{id}/start', { params: { id } });
    await until('the stream is active', async () => (await read(id)).status === 'active', { timeoutMs: 30_000 });
    const rotated = await as(token).call('POST /streams/{id}/rotate_key', { params: { id } });
    addSecret('a stream key', rotated.attributes.stream_key);
    await watchByCable();
    addSecret('a view key', rotated.attributes.view_key);
    await sendVideo(id, attributes.stream_key, rotated.attributes, passphrase);
    await breakThings(id, passphrase);
  }

  /** Where it belongs, and where somebody may put it by mistake. */
  async function callByApiToken(): Promise<void> {
    const body = { api_token: { name: 'Tool', access: 'read', expires_at: null } } as const;
    const { attributes } = await as(token).call('POST /api_tokens', { body });
    addSecret('an API token', attributes.token);
    expect((await as(attributes.token).ask('GET /events')).status).toBe(200);
    await as(token).send('GET', `/events/${attributes.token}?token=${attributes.token}`);
    await as(attributes.token).ask('POST /events', { body: { event: { name: 'Refused' } } });
  }

  const read = async (id: string) => (await as(token).call('GET /streams/{id}', { params: { id } })).attributes;

  async function watchByCable(): Promise<void> {
    const socket = new WebSocket(`ws://${env.HOST}:${env.PORT}/cable?token=${token}`, 'actioncable-v1-json');
    await new Promise((resolve, reject) => socket.once('message', resolve).once('error', reject));
    socket.send('{"command":"subscribe","identifier":"no JSON"}');
    socket.close();
  }

  const srtUrl = (port: string, streamid: string, passphrase: string) =>
    `srt://127.0.0.1:${port}?mode=caller&streamid=${streamid}&passphrase=${passphrase}&connect_timeout=2000`;

  async function sendVideo(
    id: string,
    oldKey: string,
    { stream_key: key, view_key: viewKey }: MemberStreamJson['attributes'],
    passphrase: string,
  ): Promise<void> {
    const wrong = `wrong-passphrase-${secret()}`;
    addSecret('a wrong passphrase', wrong);
    // Refused: the rotated key, and the wrong passphrase.
    await ffmpeg(camera('-f', 'mpegts', srtUrl(env.SRT_INGEST_PORT, oldKey, passphrase))).ended;
    await ffmpeg(camera('-f', 'mpegts', srtUrl(env.SRT_INGEST_PORT, key, wrong))).ended;
    ffmpeg(camera('-f', 'mpegts', srtUrl(env.SRT_INGEST_PORT, key, passphrase)));
    await until('the camera is live', async () => (await read(id)).signal === 'live', { timeoutMs: 30_000 });
    const view = ['-t', '1', '-i', srtUrl(env.SRT_VIEW_PORT, viewKey, passphrase), '-f', 'null', '-'];
    expect(await ffmpeg(view).ended).toBe(0);
  }

  /** A worker, LiveKit and Postgres die under a live camera, with requests under way. */
  async function breakThings(id: string, passphrase: string): Promise<void> {
    const [workerFile = ''] = readdirSync(path.join(env.DATA_DIR, 'workers'));
    addSecret("a worker's token", workerTokenOf(path.parse(workerFile).name));
    const [worker] = workerPids(env.DATA_DIR);
    if (worker) process.kill(worker, 'SIGKILL');
    process.kill(childOf(productPid(), 'livekit'), 'SIGKILL');
    process.kill(childOf(productPid(), 'postgres'), 'SIGKILL');
    await Promise.all([
      as(token).ask('POST /auth/login', { body: { user } }),
      as(token).ask('GET /streams'),
      as(token).ask('POST /streams/{id}/rotate_key', { params: { id } }),
    ]);
    const { stream_key: key } = await until('the product answers again', () => read(id).catch(() => null), {
      timeoutMs: 60_000,
    });
    addSecret('the stream key after the failure', key);
    // The connection died with the worker, and ffmpeg does not connect again.
    ffmpeg(camera('-f', 'mpegts', srtUrl(env.SRT_INGEST_PORT, key, passphrase)));
    const published = () => product?.output().match(/"room: published"/g)?.length;
    await until('the camera is published again', () => (published() ?? 0) >= 2, { timeoutMs: 60_000 });
  }

  test('no command line has one, and no environment that other processes of the user can read', () => {
    const programs = readPrograms(productPid());
    const names = ['all-in-one', 'web', 'gateway', 'worker', 'livekit', 'postgres'];
    expect(names.filter((name) => !programs.some((program) => program.name === name))).toEqual([]);
    for (const { name, commandLine, environment } of programs) {
      expect({ name, has: secretsIn(commandLine, known) }).toEqual({ name, has: [] });
      expect({ name, has: secretsIn(environment, known) }).toEqual({ name, has: [] });
    }
  });

  test('no file in the data folder is open to others, and only secrets.json and LiveKit’s configuration have one', async () => {
    // Postgres refuses to run where its own folder is open to others.
    expect((await stat(path.join(env.DATA_DIR, 'postgres'))).mode & 0o077).toBe(0);
    expect(filesOpenToOthers(env.DATA_DIR, ['postgres'])).toEqual([]);
  });

  test('no log has one, of a whole run with its failures and its end', async () => {
    if (!product) throw new Error('the product has not started');
    expect(await stopProduct(product)).toBe(0);
    const output = product.output();
    for (const line of ['"router: connected"', '"request failed"', 'ended unexpectedly', '"stopping"']) {
      expect(output).toContain(line);
    }
    expect(secretsIn(output, known)).toEqual([]);
  });
});
