import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import { inject } from 'vitest';
import { withClient } from '@/lib/platform/db/postgres-connection';
import { createOwnDatabase } from '../product/own-database';
import { livekitSettings } from './livekit-settings';

// Runs before each test file: gives it an empty database, and the environment before the code under test reads it.

// Files that share a process share its modules, too, and these keep the database that they have connected to.
const ownDatabaseUrl = process.env.TEST_DATABASE_URL;
if (ownDatabaseUrl === undefined) await setUp();
else await emptyDatabase(ownDatabaseUrl);

async function setUp(): Promise<void> {
  const { url } = await createOwnDatabase();
  const settings = {
    NODE_ENV: 'test',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    DATABASE_URL: url,
    TEST_DATABASE_URL: url,
    REDIS_URL: '',
    // PTZ cameras are on this machine, at addresses that nothing else uses.
    PULL_NETWORKS: 'public,operator,127.9.0.0/16',
    // An exporter removes what its own database does not name.
    RECORDINGS_DIR: path.join(inject('servers').recordingsDir, randomUUID()),
    AUTH_SECRET: randomBytes(32).toString('base64url'),
  };
  Object.assign(process.env, settings, livekitSettings());
}

async function emptyDatabase(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, (client) =>
    client.query(`DO $$ BEGIN EXECUTE (
      SELECT 'TRUNCATE ' || string_agg(quote_ident(tablename), ', ') FROM pg_tables
      WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'
    ); END $$`),
  );
}
