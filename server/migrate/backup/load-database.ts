import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { AppError } from '@/lib/core/errors';
import { listMigrations } from '@/lib/platform/db/list-migrations';
import { withClient } from '@/lib/platform/db/with-client';
import { migrate } from '../migrate';
import { type Manifest, readManifest, type SavedTable } from './manifest';
import { columnList } from './tables';

/**
 * Loads a backup into an empty database. It makes the tables as they were when it was saved, loads the rows in one
 * transaction, and upgrades them to this version.
 * @throws AppError with one sentence where the backup is damaged or newer than this version, or the database is not empty
 */
export async function loadDatabase(databaseUrl: string, folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  if (!(await listMigrations()).includes(manifest.lastMigration)) {
    throw new AppError(
      'conflict',
      `The backup is of Sightline ${manifest.version}, which is newer: install that version first.`,
    );
  }
  // Before anything is written.
  for (const table of manifest.tables) await requireWhole(folder, table);
  await requireEmpty(databaseUrl);
  await migrate(databaseUrl, manifest.lastMigration);
  await loadRows(databaseUrl, folder, manifest);
  await migrate(databaseUrl);
  return manifest;
}

const connectionTo = (connectionString: string) => ({ connectionString, application_name: 'sightline-restore' });

async function requireWhole(folder: string, { file, sha256 }: SavedTable): Promise<void> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path.join(folder, file)), hash);
  } catch (cause) {
    throw new AppError('invalid_input', `The backup lacks ${file}; take another one.`, { cause });
  }
  if (hash.digest('hex') !== sha256)
    throw new AppError('invalid_input', `${file} of the backup is damaged; take another one.`);
}

async function requireEmpty(databaseUrl: string): Promise<void> {
  const isEmpty = await withClient(connectionTo(databaseUrl), async (client) => {
    const { rows } = await client.query(
      "SELECT 1 FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') LIMIT 1",
    );
    return rows.length === 0;
  });
  if (!isEmpty) {
    throw new AppError(
      'conflict',
      'A backup is restored into an empty database only, and this one has tables: see docs/backup.md.',
    );
  }
}

const loadRows = (databaseUrl: string, folder: string, { tables, sequences }: Manifest): Promise<void> =>
  withClient(connectionTo(databaseUrl), async (client) => {
    await client.query('BEGIN');
    // A migration may have put rows into them.
    if (tables.length > 0)
      await client.query(`TRUNCATE ${tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')} CASCADE`);
    for (const table of tables) {
      const target = client.query(
        copyFrom(`COPY ${pg.escapeIdentifier(table.name)} (${columnList(table)}) FROM STDIN`),
      );
      await pipeline(createReadStream(path.join(folder, table.file)), createGunzip(), target);
      if (target.rowCount !== table.rows) {
        throw new Error(`${table.name} has ${target.rowCount} rows after loading, and had ${table.rows}`);
      }
    }
    for (const { name, lastValue, isCalled } of sequences) {
      await client.query('SELECT setval($1::regclass, $2, $3)', [pg.escapeIdentifier(name), lastValue, isCalled]);
    }
    await client.query('COMMIT');
  });
