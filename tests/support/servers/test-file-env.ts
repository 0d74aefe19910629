import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { livekitSettings } from './livekit-settings';

// Runs before each test file: gives it an empty database, and the environment before the code under test reads it.

// Files that share a process share its modules, too, and these keep the database that they have connected to.
const ownDatabaseUrl = process.env.TEST_DATABASE_URL;
if (ownDatabaseUrl === undefined) await setUp();
else await emptyDatabase(ownDatabaseUrl);

async function setUp(): Promise<void> {
  const servers = inject('servers');
  const database = `test_${randomBytes(8).toString('hex')}`;
  await query(servers.adminUrl, `CREATE DATABASE ${database} TEMPLATE ${servers.templateDatabase}`);
  const databaseUrl = new URL(servers.adminUrl);
  databaseUrl.pathname = database;
  const settings = {
    NODE_ENV: 'test',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    DATABASE_URL: databaseUrl.href,
    TEST_DATABASE_URL: databaseUrl.href,
    REDIS_URL: '',
    AUTH_SECRET: randomBytes(32).toString('base64url'),
  };
  Object.assign(process.env, settings, livekitSettings());
}

async function emptyDatabase(databaseUrl: string): Promise<void> {
  await query(
    databaseUrl,
    `DO $$ BEGIN EXECUTE (
       SELECT 'TRUNCATE ' || string_agg(quote_ident(tablename), ', ') FROM pg_tables
       WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'
     ); END $$`,
  );
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}
