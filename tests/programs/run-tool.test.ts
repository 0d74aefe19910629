import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withClient } from '@/lib/platform/db/postgres-connection';
import { freeTcpPort } from '../support/network/free-port';
import { createOwnDatabase, type OwnDatabase } from '../support/product/own-database';
import { livekitSettings } from '../support/servers/livekit-settings';
import { until } from '../support/until';

// A database of one's own beside the LiveKit and the secrets of `npm start`.

const runTool = 'dist/run-tool.mjs';

let directory: string;
let database: OwnDatabase;
let env: NodeJS.ProcessEnv;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'sightline-tool-'));
  database = await createOwnDatabase();
  const { LIVEKIT_URL, LIVEKIT_API_KEY, LIVEKIT_API_SECRET } = livekitSettings();
  const secrets = {
    authSecret: 'a'.repeat(40),
    livekitApiKey: LIVEKIT_API_KEY,
    livekitApiSecret: LIVEKIT_API_SECRET,
    postgresPassword: 'unused',
    databasePassword: 'unused',
  };
  await writeFile(path.join(directory, 'secrets.json'), JSON.stringify(secrets));
  env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: 'production',
    DATA_DIR: directory,
    DATABASE_URL: database.url,
    LIVEKIT_PORT: new URL(LIVEKIT_URL).port,
    PORT: String(await freeTcpPort()),
  };
});

afterEach(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

async function run(program: string, args: string[], cwd = process.cwd()) {
  const child = spawn(process.execPath, [program, ...args], { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const [exitCode] = await once(child, 'close');
  return { exitCode: exitCode as number | null, output };
}

test('the doctor signs in to LiveKit by the generated key', async () => {
  const { output } = await run(runTool, ['doctor']);
  expect(output).not.toContain('is not set.');
  expect(output).toMatch(/^✓ LiveKit answers at .* and accepts our key\.$/m);
});

test('the doctor warns of secrets in an .env that everybody may read', async () => {
  const doctor = path.resolve('dist/doctor.mjs');
  const file = path.join(directory, '.env');
  Object.assign(env, livekitSettings());
  const look = async () => (await run(doctor, [], directory)).output;
  await writeFile(file, 'SMTP_URL=smtps://ada:hidden@mail.example.com\nPRODUCT_NAME=Shows\n', { mode: 0o644 });
  const output = await look();
  expect(output).toMatch(/^! Every user of this machine may read SMTP_URL in \.env\.\n {2}→ Run chmod 600 \.env/m);
  expect(output).not.toContain('hidden');
  await chmod(file, 0o600);
  expect(await look()).not.toContain('Every user');
}, 60_000);

test('the doctor says which former secrets nothing needs any more', async () => {
  const file = path.join(directory, '.env');
  Object.assign(env, livekitSettings());
  const former = ['AUTH_SECRET_FORMER=', 'LIVEKIT_API_SECRET_FORMER=', 'LIVEKIT_API_KEY_FORMER='];
  await writeFile(file, former.map((name) => `${name}${'f'.repeat(40)}\n`).join(''), { mode: 0o600 });
  const look = async (daysAgo: number) => {
    const time = new Date(Date.now() - daysAgo * 86_400_000);
    await utimes(file, time, time);
    return (await run(path.resolve('dist/doctor.mjs'), [], directory)).output;
  };
  expect(await look(0)).not.toContain('Nothing needs');
  expect(await look(2)).toContain('! Nothing needs LIVEKIT_API_KEY_FORMER, LIVEKIT_API_SECRET_FORMER in .env any more');
  const output = await look(31);
  expect(output).toMatch(/^! Nothing needs AUTH_SECRET_FORMER, LIVEKIT_API_KEY_FORMER, .*\n {2}→ Remove that/m);
  expect(output).not.toContain('ffff');
}, 60_000);

test('a backup has the generated AUTH_SECRET, and one that is killed in the middle holds no name', async () => {
  const folder = path.join(directory, 'backup');
  const blocker = new pg.Client(database.url);
  await blocker.connect();
  await blocker.query('BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
  const child = spawn(process.execPath, ['dist/backup.mjs', 'save', folder], { env, stdio: 'ignore' });
  const isWaiting = () =>
    withClient(database.url, async (client) => {
      const { rowCount } = await client.query(
        `SELECT 1 FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'sightline-backup' AND wait_event_type = 'Lock'`,
      );
      return rowCount === 1;
    });
  await until('the backup waits in the middle', isWaiting, { timeoutMs: 20_000 });
  child.kill('SIGKILL');
  await once(child, 'close');
  await blocker.end();
  expect(existsSync(folder)).toBe(false);
  expect(readdirSync(`${folder}.part`)).not.toContain('backup.json');

  const saved = await run(runTool, ['backup', folder]);
  expect(saved.output).toContain(`Saved to ${folder}`);
  expect(saved.exitCode).toBe(0);
  expect(existsSync(`${folder}.part`)).toBe(false);
  const secrets = JSON.parse(readFileSync(path.join(folder, 'secrets.json'), 'utf8'));
  expect(secrets).toMatchObject({ authSecret: 'a'.repeat(40) });
});
