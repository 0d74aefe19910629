import pg from 'pg';
import { databaseEnv } from '../env/database-env';
import { log } from '../log';

const store = globalThis as typeof globalThis & { sightlinePool?: pg.Pool };

/** This process's connections to Postgres: those of its database client (db.ts), which ends them, and of its rate limits. */
export function pool(): pg.Pool {
  // Kept on globalThis because Next's development server loads this module anew with every edit.
  store.sightlinePool ??= openPool();
  return store.sightlinePool;
}

function openPool(): pg.Pool {
  const opened = new pg.Pool({
    connectionString: databaseEnv().DATABASE_URL,
    max: 10,
    connectionTimeoutMillis: 5_000,
    // A connection that a firewall dropped silently never answers.
    query_timeout: 10_000,
    keepAlive: true,
  });
  opened.on('error', (error) => log.warn({ err: error }, 'database: an idle connection is lost'));
  return opened;
}
