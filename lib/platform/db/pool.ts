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
    // A connection that a firewall dropped silently never answers, and Postgres keeps what its transaction locked.
    query_timeout: 10_000,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
  });
  // pg puts the whole client into the error.
  opened.on('error', ({ message }) => log.warn({ reason: message }, 'database: an idle connection is lost'));
  endIdleAfterTimeout(opened);
  return opened;
}

/**
 * Ends the idle connections beside one whose query got no answer in time: what silenced one has mostly silenced all, and
 * each would cost a query its whole time-out. A needless end costs a new connection.
 */
function endIdleAfterTimeout(opened: pg.Pool): void {
  const idle = new Set<pg.PoolClient>();
  opened.on('acquire', (client) => idle.delete(client));
  opened.on('remove', (client) => idle.delete(client));
  opened.on('release', (error, client) => {
    if (!error) {
      idle.add(client);
    } else if (error.message === 'Query read timeout') {
      for (const other of idle) other.connection.stream.destroy();
    }
  });
}
