import { hash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { baseline, listMigrations } from '@/lib/platform/db/list-migrations';
import { withClient } from '@/lib/platform/db/postgres-connection';
import { listNewerMigrations, migrate } from '@/server/migrate/migrate';
import { createOwnDatabase, type OwnDatabase } from '../support/product/own-database';
import { readTables } from '../support/product/read-tables';

/** SHA-256 of what the 69 migrations before 1.0 made, read by the same query. */
const formerTables = '87232a713d57ac3083dfc22f275f429e446fab00ecae3c75ded55ca21d2f89cd';

let database: OwnDatabase;

beforeEach(async () => {
  database = await createOwnDatabase('template0');
});
afterEach(() => database.drop());

const query = (sql: string, values: unknown[] = []) => withClient(database.url, (client) => client.query(sql, values));

/** Makes the database one of a version before 1.0, with the first migrations of those. */
async function makeFormer(count: number): Promise<void> {
  await migrate(database.url, baseline.name);
  await query('DELETE FROM _prisma_migrations');
  await query(
    `INSERT INTO _prisma_migrations (id, migration_name, checksum, finished_at)
    SELECT gen_random_uuid(), CASE n WHEN $1 THEN $2 ELSE '20261121' || lpad(n::text, 6, '0') || '_former' END, '', now()
    FROM generate_series(1, $3::int) AS n`,
    [baseline.formerCount, baseline.lastFormer, count],
  );
}

test('an empty database gets the tables that the versions before 1.0 made step by step', async () => {
  expect(await migrate(database.url, baseline.name)).toEqual([baseline.name]);
  expect(hash('sha256', (await readTables(database.url)).join('\n'))).toBe(formerTables);
  expect(await migrate(database.url)).toEqual((await listMigrations()).slice(1));
  expect(await migrate(database.url)).toEqual([]);
});

test('a database that has all former migrations counts as having the baseline, and keeps what it has', async () => {
  await makeFormer(baseline.formerCount);
  await query("INSERT INTO organizations (id, name) VALUES (gen_random_uuid(), 'Northwind Live')");
  expect(await migrate(database.url)).toEqual((await listMigrations()).slice(1));
  expect(await migrate(database.url)).toEqual([]);
  expect(await listNewerMigrations(database.url)).toEqual([]);
  const { rows } = await query('SELECT name FROM organizations');
  expect(rows).toEqual([{ name: 'Northwind Live' }]);
});

test.each([1, baseline.formerCount - 1])(
  'with only %i of the former migrations, it is refused and left as it is',
  async (count) => {
    await makeFormer(count);
    await expect(migrate(database.url)).rejects.toThrow(`has ${count} of the 69 migrations before 1.0`);
    const { rowCount } = await query('SELECT FROM _prisma_migrations');
    expect(rowCount).toBe(count);
  },
);
