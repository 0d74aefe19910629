import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { baseline, listMigrations } from '@/lib/platform/db/list-migrations';
import { withClient } from '@/lib/platform/db/postgres-connection';
import { migrate } from '@/server/migrate/migrate';
import { createOwnDatabase, type OwnDatabase } from '../support/product/own-database';

/** The last migration of the version before, which goes on while a new one is rolled out; move it on with each release. */
const versionBefore = baseline.name;

interface Column {
  place: string;
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
}

interface Schema {
  columns: Column[];
  enumValues: string[];
  uniqueIndexes: string[];
}

const readSchema = (url: string): Promise<Schema> =>
  withClient(url, async (client) => {
    const list = async <Row extends object>(sql: string) => (await client.query<Row>(sql)).rows;
    const columns = await list<Column>(`
      SELECT table_name || '.' || column_name AS place, udt_name AS type, is_nullable = 'YES' AS "isNullable",
        column_default IS NOT NULL OR is_identity = 'YES' OR is_generated = 'ALWAYS' AS "hasDefault"
      FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> '_prisma_migrations' ORDER BY 1`);
    const values = await list<{ value: string }>(`
      SELECT t.typname || '.' || e.enumlabel AS value FROM pg_enum e JOIN pg_type t ON t.oid = e.enumtypid ORDER BY 1`);
    const indexes = await list<{ name: string }>(`
      SELECT indexdef AS name FROM pg_indexes WHERE schemaname = 'public' AND indexdef LIKE 'CREATE UNIQUE%' ORDER BY 1`);
    return {
      columns,
      enumValues: values.map(({ value }) => value),
      uniqueIndexes: indexes.map(({ name }) => name),
    };
  });

const tableOf = (place: string): string => place.split('.')[0] ?? '';

/** The differences that would break the version before on the new tables. */
function breaches(before: Schema, after: Schema): string[] {
  const now = new Map(after.columns.map((column) => [column.place, column]));
  const then = new Map(before.columns.map((column) => [column.place, column]));
  const oldTables = new Set(before.columns.map(({ place }) => tableOf(place)));
  const lost = before.columns.flatMap(({ place, type, isNullable }) => {
    const column = now.get(place);
    if (!column) return [`${place} is gone or renamed`];
    if (column.type !== type) return [`${place} is ${column.type} now, and was ${type}`];
    if (isNullable && !column.isNullable) return [`${place} may be null no longer`];
    return [];
  });
  const required = after.columns
    .filter(({ place, isNullable, hasDefault }) => !isNullable && !hasDefault && !then.has(place))
    .filter(({ place }) => oldTables.has(tableOf(place)))
    .map(({ place }) => `${place} is new, required, and has no default`);
  const enums = before.enumValues
    .filter((value) => !after.enumValues.includes(value))
    .map((value) => `${value} is gone`);
  const unique = after.uniqueIndexes
    .filter((index) => !before.uniqueIndexes.includes(index))
    .filter((index) => oldTables.has(/ ON public\.(\w+) /.exec(index)?.[1] ?? ''))
    .map((index) => `new and unique: ${index}`);
  return [...lost, ...required, ...enums, ...unique];
}

let database: OwnDatabase;
let before: Schema;

beforeAll(async () => {
  database = await createOwnDatabase('template0');
  await migrate(database.url, versionBefore);
  before = await readSchema(database.url);
}, 60_000);
afterAll(() => database.drop());

test('the version before works on the new tables: nothing that it reads is gone, and nothing new is asked of it', async () => {
  expect(await listMigrations()).toContain(versionBefore);
  await migrate(database.url);
  expect(breaches(before, await readSchema(database.url))).toEqual([]);
}, 60_000);

describe('the test sees a migration that would break it', () => {
  test.each([
    ['ALTER TABLE users RENAME COLUMN first_name TO given_name', 'users.first_name is gone or renamed'],
    ['DROP TABLE webhook_deliveries', 'webhook_deliveries.id is gone or renamed'],
    ['ALTER TABLE streams ALTER COLUMN name TYPE varchar(40)', 'streams.name is varchar now, and was text'],
    ['ALTER TABLE users ALTER COLUMN last_name SET NOT NULL', 'users.last_name may be null no longer'],
    ['ALTER TABLE events ADD COLUMN place text NOT NULL', 'events.place is new, required, and has no default'],
    ['CREATE UNIQUE INDEX one_name ON events (name)', 'new and unique: CREATE UNIQUE INDEX one_name'],
  ])('%s', async (statement, sentence) => {
    const found = await withClient(database.url, async (client) => {
      await client.query(statement);
      return breaches(before, await readSchema(database.url));
    });
    expect(found.join('\n')).toContain(sentence);
  });
});
