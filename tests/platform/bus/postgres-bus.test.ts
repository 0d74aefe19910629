import pg from 'pg';
import { describe, vi } from 'vitest';
import { postgresWire } from '@/lib/platform/bus/postgres-wire';
import { databaseEnv } from '@/lib/platform/env/database-env';
import { openPostgresProxy } from '../../support/bus/postgres-proxy';
import { type Carrier, testBus } from './bus-contract';

async function openPostgres(): Promise<Carrier> {
  const { DATABASE_URL } = process.env;
  const proxy = await openPostgresProxy(DATABASE_URL ?? '');
  process.env.DATABASE_URL = proxy.url;
  if (databaseEnv().DATABASE_URL !== proxy.url) throw new Error('the environment was read before');
  const admin = new pg.Client({ connectionString: DATABASE_URL });
  await admin.connect();
  const listeners = `FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'sightline-bus'`;
  const countListeners = async () => (await admin.query(`SELECT 1 ${listeners}`)).rowCount ?? 0;
  return {
    makeWire: () => postgresWire,
    proxy,
    sendRaw: async (text) => void (await admin.query(`SELECT pg_notify('sightline', $1)`, [text])),
    countListeners,
    countConnections: countListeners,
    async refuseListening() {
      const refusal = new Error('Query read timeout');
      vi.spyOn(pg.Client.prototype, 'query').mockImplementationOnce(() => Promise.reject(refusal));
    },
    killListeners: async () => void (await admin.query(`SELECT pg_terminate_backend(pid) ${listeners}`)),
    async close() {
      await admin.end();
      proxy.close();
    },
  };
}

describe('the bus over Postgres', () => testBus(openPostgres));
