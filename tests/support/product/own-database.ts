import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { withClient } from '@/lib/platform/db/postgres-connection';

export interface OwnDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A database of a test's own in the Postgres of the run. @param template by default one with all tables */
export async function createOwnDatabase(template = inject('servers').templateDatabase): Promise<OwnDatabase> {
  const { adminUrl } = inject('servers');
  const name = `test_own_${randomBytes(6).toString('hex')}`;
  await withClient(adminUrl, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  const url = new URL(adminUrl);
  url.pathname = name;
  const drop = () => withClient(adminUrl, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
  return { url: url.href, drop: async () => void (await drop()) };
}
