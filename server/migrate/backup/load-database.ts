import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { AppError } from '@/lib/core/errors';
import { withClient } from '@/lib/platform/db/postgres-connection';
import { migrate } from '../migrate';
import { checkBackup } from './check-backup';
import { type Manifest, provenFile, type SavedTable } from './manifest';
import { columnList } from './tables';

export interface LoadOptions {
  /** The original has ended for good: cameras that were on are on again, and nothing is paused. */
  asReplacement: boolean;
}

/**
 * Loads a backup into an empty database. It makes the tables as they were when it was saved, loads the rows in one
 * transaction, and upgrades them to this version. Unless it replaces its original, it is a paused copy with an identity of
 * its own and no camera on. A load that was killed can be repeated. Notes in the
 * folder that it can be loaded.
 * @throws AppError with one sentence where the backup is damaged or newer than this version, or the database is not empty
 */
export async function loadDatabase(
  databaseUrl: string,
  folder: string,
  { asReplacement }: LoadOptions,
): Promise<Manifest> {
  // Before anything is written.
  const manifest = await checkBackup(folder);
  await withClient(connectionTo(databaseUrl), provideEmpty);
  await migrate(databaseUrl, manifest.lastMigration);
  await loadRows(databaseUrl, folder, manifest, asReplacement);
  await migrate(databaseUrl);
  // A backup of an older version has no such row.
  await withClient(connectionTo(databaseUrl), (client) => client.query(asReplacement ? resume : pause));
  // A folder that cannot be written is as good a backup.
  await writeFile(path.join(folder, provenFile), '', { mode: 0o600 }).catch(() => undefined);
  return manifest;
}

const pause = `UPDATE installation SET identity = substr(md5(gen_random_uuid()::text), 1, 8), paused_at = now()`;
const resume = 'UPDATE installation SET paused_at = NULL';

/** Ends the pause of a copy whose original has ended. */
export async function resumeInstallation(databaseUrl: string): Promise<void> {
  await withClient(connectionTo(databaseUrl), (client) => client.query(resume));
}

const connectionTo = (connectionString: string) => ({ connectionString, application_name: 'sightline-restore' });

/**
 * Requires a database without tables, or with those that a load has left which was killed before it had rows.
 * @throws AppError `conflict`
 */
async function provideEmpty(client: pg.Client): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')",
  );
  if (tables.length === 0) return;
  const isOurs = ['_prisma_migrations', 'organizations', 'users'].every((name) =>
    tables.some((table) => table.name === name),
  );
  const isUsed =
    !isOurs || (await client.query('SELECT 1 FROM organizations UNION ALL SELECT 1 FROM users LIMIT 1')).rowCount;
  if (isUsed) {
    throw new AppError(
      'conflict',
      'A backup is restored into an empty database only, and this one has data: see docs/backup.md.',
    );
  }
  await client.query(dropAll);
}

/** Drops this role's tables, types and functions, except those of an extension. */
const dropAll = `
DO $$
DECLARE
  statement text;
BEGIN
  -- All names at once: after a drop, others would be mere numbers.
  FOREACH statement IN ARRAY ARRAY(
    SELECT format('DROP TABLE IF EXISTS %s CASCADE', oid::regclass) FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
        AND relowner = current_user::regrole
    UNION ALL
    SELECT format('DROP TYPE IF EXISTS %s CASCADE', oid::regtype) FROM pg_type
      WHERE typnamespace = 'public'::regnamespace AND typtype IN ('e', 'd') AND typowner = current_user::regrole
    UNION ALL
    SELECT format('DROP ROUTINE IF EXISTS %s CASCADE', oid::regprocedure) FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND proowner = current_user::regrole
        AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
  )
  LOOP
    EXECUTE statement;
  END LOOP;
END
$$`;

const loadRows = (
  databaseUrl: string,
  folder: string,
  { tables, sequences }: Manifest,
  asReplacement: boolean,
): Promise<void> =>
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
      // At once, while no webhook is there yet that a trigger would write to.
      if (!asReplacement) await quiet(client, table);
    }
    for (const { name, lastValue, isCalled } of sequences) {
      await client.query('SELECT setval($1::regclass, $2, $3)', [pg.escapeIdentifier(name), lastValue, isCalled]);
    }
    await client.query('COMMIT');
  });

/** A stream without camera, worker, gateway and recording. */
const streamOff: Record<string, string> = {
  status: "CASE WHEN status IN ('provisioning', 'active', 'stopping') THEN 'stopped' ELSE status END",
  signal: "'none'",
  started_at: 'NULL',
  lost_at: 'NULL',
  media: 'NULL',
  findings: "'[]'",
  lease_owner: 'NULL',
  pod_name: 'NULL',
  pod_ip: 'NULL',
  worker_node: 'NULL',
  worker_input_port: 'NULL',
  worker_output_port: 'NULL',
  worker_control_port: 'NULL',
  recording_id: 'NULL',
  recorder: 'NULL',
};

/** Takes out of a table what would act beside the original: cameras that are on, and recordings that go on. */
async function quiet(client: pg.Client, { name, columns }: SavedTable): Promise<void> {
  if (name === 'streams') {
    // An older version has fewer columns.
    const changes = Object.entries(streamOff).filter(([column]) => columns.includes(column));
    await client.query(`UPDATE streams SET ${changes.map(([column, value]) => `${column} = ${value}`).join(', ')}`);
  }
  if (name === 'recordings') await client.query('UPDATE recordings SET ended_at = now() WHERE ended_at IS NULL');
  if (name === 'installation') await client.query(pause);
}
