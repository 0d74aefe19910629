import pg from 'pg';
import { databaseEnv } from '../env/database-env';
import { log } from '../log';
import { processWide } from '../process-wide';

/** This process's connections to Postgres, for its rate limits and its database client (db.ts), which ends them. */
export const pool = (): pg.Pool => processWide('database pool', openPool);

function openPool(): pg.Pool {
  const opened = new pg.Pool({
    connectionString: databaseEnv().DATABASE_URL,
    max: 10,
    connectionTimeoutMillis: 5_000,
    // A connection that a firewall dropped silently never answers, and Postgres keeps its transaction's locks.
    query_timeout: 10_000,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
  });
  // The error contains the whole client.
  opened.on('error', ({ message }) => log.warn({ reason: message }, 'database: an idle connection is lost'));
  endIdleAfterTimeout(opened);
  return opened;
}

/**
 * Ends the idle connections when a query got no answer in time. The same cause has mostly silenced them all, and each
 * would cost a query its whole time-out. An unnecessary end costs one new connection.
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
