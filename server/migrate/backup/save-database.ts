import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { AppError } from '@/lib/core/errors';
import { withClient } from '@/lib/platform/db/postgres-connection';
import { productVersion } from '@/lib/platform/process/product-version';
import { type Manifest, manifestFile, type SavedTable, secretsFile } from './manifest';
import { columnList, readTables, type Table } from './tables';

/**
 * Saves all rows of a database into a new folder, as they are at one moment, while everybody goes on working. The folder
 * gets its name once it is whole, so that a backup that is killed holds none.
 * @param secrets the path of the installation's generated secrets; null where it has none
 * @throws AppError `conflict` where there is such a folder, `invalid_input` where the database is none of Sightline's
 */
export async function saveDatabase(
  databaseUrl: string,
  folder: string,
  secrets: string | null = null,
): Promise<Manifest> {
  await mkdir(path.dirname(path.resolve(folder)), { recursive: true });
  const isThere = await lstat(folder).then(
    () => true,
    () => false,
  );
  if (isThere) throw new AppError('conflict', `${folder} is there already; name another one.`);
  const secretsText = secrets === null ? null : await readFile(secrets);
  const part = `${path.resolve(folder)}.part`;
  await rm(part, { recursive: true, force: true });
  await mkdir(part, { mode: 0o700 });
  const manifest = await saveInto(databaseUrl, part, secretsText);
  await rename(part, folder);
  await withClient(connectionTo(databaseUrl), (client) => client.query(noteIn('backed_up_at')));
  return manifest;
}

const connectionTo = (connectionString: string) => ({ connectionString, application_name: 'sightline-backup' });

/** The doctor and the web program read it, also where they cannot see the folder. Tables of an older version lack it. */
const noteIn = (column: 'backed_up_at' | 'backup_failed_at'): string => `
DO $$
BEGIN
  UPDATE installation SET ${column} = now();
EXCEPTION WHEN undefined_table OR undefined_column THEN NULL;
END
$$`;

/** Notes that a backup has failed, so that the web program tells the owners. Does nothing where tables are older. */
export const noteFailedBackup = (databaseUrl: string): Promise<unknown> =>
  withClient(connectionTo(databaseUrl), (client) => client.query(noteIn('backup_failed_at')));

async function saveInto(databaseUrl: string, folder: string, secrets: Buffer | null): Promise<Manifest> {
  if (secrets) await writeFile(path.join(folder, secretsFile), secrets, { mode: 0o600 });
  return withClient(connectionTo(databaseUrl), async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const lastMigration = await readLastMigration(client);
    const tables: SavedTable[] = [];
    for (const table of await readTables(client)) tables.push(await saveTable(client, table, folder));
    const sequences = await client.query<Manifest['sequences'][number]>(
      // is_called: whether lastValue has been given out.
      `SELECT sequencename AS name, coalesce(last_value, start_value)::text AS "lastValue", last_value IS NOT NULL AS "isCalled"
       FROM pg_sequences WHERE schemaname = 'public'`,
    );
    const manifest: Manifest = {
      format: 1,
      version: productVersion(),
      createdAt: new Date().toISOString(),
      lastMigration,
      tables,
      secretsSha256: secrets && createHash('sha256').update(secrets).digest('hex'),
      sequences: sequences.rows,
    };
    // Last, so that a folder without it is no backup.
    await writeFile(path.join(folder, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    return manifest;
  });
}

async function readLastMigration(client: pg.Client): Promise<string> {
  const { rows } = await client
    .query<{ name: string }>(
      `SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL
       ORDER BY migration_name DESC LIMIT 1`,
    )
    .catch(() => ({ rows: [] }));
  if (rows[0]) return rows[0].name;
  throw new AppError('invalid_input', 'The database that DATABASE_URL names has no tables of Sightline.');
}

async function saveTable(client: pg.Client, table: Table, folder: string): Promise<SavedTable> {
  const { name, columns } = table;
  const file = `${name}.copy.gz`;
  // A query, because a partitioned table itself has no rows.
  const source = client.query(copyTo(`COPY (SELECT ${columnList(table)} FROM ${pg.escapeIdentifier(name)}) TO STDOUT`));
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(
    source,
    createGzip(),
    hashing,
    createWriteStream(path.join(folder, file), { mode: 0o600, flags: 'wx' }),
  );
  return { name, columns, rows: source.rowCount, file, sha256: hash.digest('hex') };
}
