import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { livekitSettings } from './livekit-settings';

// Runs before each test file: gives it a database of its own, and the environment before the code under test reads it.

const servers = inject('servers');
const database = `test_${randomBytes(8).toString('hex')}`;
const admin = new pg.Client({ connectionString: servers.adminUrl });
await admin.connect();
await admin.query(`CREATE DATABASE ${database} TEMPLATE ${servers.templateDatabase}`);
await admin.end();

const databaseUrl = new URL(servers.adminUrl);
databaseUrl.pathname = database;

const settings = {
  NODE_ENV: 'test',
  LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
  DATABASE_URL: databaseUrl.href,
  REDIS_URL: '',
  AUTH_SECRET: randomBytes(32).toString('base64url'),
};
Object.assign(process.env, settings, livekitSettings());

afterAll(async () => {
  const { db } = await import('@/lib/platform/db/db');
  await db().$disconnect();
});
