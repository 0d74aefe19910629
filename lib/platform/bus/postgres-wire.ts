import pg from 'pg';
import { db } from '../db/db';
import { databaseEnv, directDatabaseUrl } from '../env/database-env';
import { log } from '../log';
import type { Wire } from './wire';

const channel = 'sightline';
const aliveIntervalMs = 10_000;

/**
 * Postgres LISTEN/NOTIFY, over the existing database. A text may have 7999 bytes. Equal texts that are sent together
 * arrive once.
 */
export const postgresWire: Wire = {
  async send(texts) {
    // As JSON, because escaping a Postgres array takes five times as long.
    await db().$executeRaw`
      SELECT pg_notify(${channel}, text) FROM json_array_elements_text(${JSON.stringify(texts)}::json) AS text`;
  },

  async listen(onText) {
    const client = new pg.Client({
      // A pooler may give this session's place to others, and its LISTEN with it.
      connectionString: directDatabaseUrl(databaseEnv()),
      application_name: 'sightline-bus',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
    });
    const ended = new Promise<void>((resolve) => {
      client.once('end', resolve);
      client.on('error', (error) => {
        log.warn({ err: error }, 'bus: connection to Postgres lost');
        resolve();
      });
    });
    client.on('notification', ({ payload }) => onText(payload ?? ''));
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
    } catch (error) {
      // Otherwise it may begin to listen later, beside the next one.
      void client.end().catch(() => undefined);
      throw error;
    }
    // Only a query notices a connection that a firewall dropped silently.
    const alive = setInterval(() => void client.query('SELECT 1').catch(() => client.end()), aliveIntervalMs);
    void ended.then(() => clearInterval(alive));
    return { ended, close: () => client.end() };
  },

  // It sends through the pool of lib/platform/db/db.ts, which ends separately.
  close: async () => undefined,
};
