import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { childEnv } from '@/lib/platform/env/child-env';
import { startPostgres } from '@/server/all-in-one/postgres';
import { migrate } from '@/server/migrate/migrate';
import { freeTcpPort } from '../../support/network/free-port';

export interface BenchDatabase {
  /** Postgres's first process; the others are its children. */
  pid: number;
  stop(): Promise<void>;
}

/** Starts a real Postgres with the product's tables, and makes this process one of the product's. */
export async function startBenchDatabase({ countsStatements = false } = {}): Promise<BenchDatabase> {
  const directory = await mkdtemp(path.join(tmpdir(), 'sightline-bench-'));
  await chmod(directory, 0o711); // root runs Postgres as another user
  const options = {
    directory: path.join(directory, 'postgres'),
    port: await freeTcpPort(),
    password: randomBytes(18).toString('base64url'),
    durable: true,
    env: childEnv({}),
    onLine: () => undefined,
  };
  let postgres = await startPostgres(options);
  const url = postgres.url('postgres');
  if (countsStatements) {
    await query(url, "ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'");
    await postgres.stop('SIGINT', 5_000);
    postgres = await startPostgres(options);
    await query(url, 'CREATE EXTENSION pg_stat_statements');
  }
  Object.assign(process.env, {
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    HOST: '127.0.0.1',
    DATABASE_URL: url,
    REDIS_URL: '',
    AUTH_SECRET: randomBytes(32).toString('base64url'),
    // Only tokens are made for it.
    LIVEKIT_URL: 'ws://127.0.0.1:7880',
    LIVEKIT_API_KEY: 'bench',
    LIVEKIT_API_SECRET: randomBytes(32).toString('base64url'),
  });
  await migrate(url);
  return {
    pid: postgres.pid,
    async stop() {
      await openBus().close();
      await db().$disconnect();
      await postgres.stop('SIGINT', 5_000);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function query(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(sql);
  await client.end();
}
