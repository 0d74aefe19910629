import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { PrismaPg } from '@prisma/adapter-pg';
import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { AppError } from '@/lib/core/errors';
import { baseline, listMigrations, migrationsDir, precedesBaseline } from '@/lib/platform/db/list-migrations';

/*
 * Prisma's own migration engine in its WebAssembly form: the native one is downloaded from outside the package
 * registries, which a closed network refuses. See docs/decisions/0004.
 */

const schemaPath = path.join('prisma', 'schema.prisma');
/** Any constant; says "the migrations of Sightline" to Postgres. */
const advisoryLockKey = 7_561_201;

let instantiated = false;

/** The engine starts timers of ten seconds and never clears them: they must not keep a finished process alive. */
const startTimer = (callback: () => void, ms: number): NodeJS.Timeout => setTimeout(callback, ms).unref();

async function withEngine<Result>(
  databaseUrl: string,
  schema: string,
  work: (engine: SchemaEngine) => Promise<Result>,
): Promise<Result> {
  // Loaded only here: where nothing is left to do they are half of a start.
  const [glue, { PrismaPg }, { bindMigrationAwareSqlAdapterFactory }] = await Promise.all([
    import('@prisma/schema-engine-wasm/schema_engine_bg'),
    import('@prisma/adapter-pg'),
    import('@prisma/driver-adapter-utils'),
  ]);
  // The glue code keeps its instance in a module variable: a second instance would corrupt the first.
  if (!instantiated) {
    const wasmPath = createRequire(import.meta.url)
      .resolve('@prisma/schema-engine-wasm')
      .replace(/schema_engine\.js$/, 'schema_engine_bg.wasm');
    const instance = new WebAssembly.Instance(new WebAssembly.Module(await readFile(wasmPath)), {
      './schema_engine_bg.js': Object.fromEntries(
        Object.entries(glue).map(([name, value]) => [name, name.startsWith('__wbg_setTimeout') ? startTimer : value]),
      ) as unknown as WebAssembly.ModuleImports,
    });
    glue.__wbg_set_wasm(instance.exports);
    (instance.exports.__wbindgen_start as () => void)();
    instantiated = true;
  }
  // The engine never closes its connections, so it works on a pool that we can end.
  const pool = new pg.Pool({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  try {
    const engine = await glue.SchemaEngine.new(
      { datamodels: [['schema.prisma', schema]] },
      () => undefined,
      bindMigrationAwareSqlAdapterFactory(wholeScripts(new PrismaPg(pool))),
    );
    try {
      return await work(engine);
    } finally {
      engine.free();
    }
  } finally {
    await pool.end();
  }
}

/**
 * Has a script run as a whole, which Postgres takes in one query and one transaction. The adapter itself would cut it at
 * every semicolon, those in functions and comments included.
 */
function wholeScripts(factory: PrismaPg): PrismaPg {
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    adapter.executeScript = async (script) => {
      await adapter.executeRaw({ sql: script, args: [], argTypes: [] });
    };
    return adapter;
  };
  return factory;
}

/** @param last the last one to read; null for all */
async function readMigrations(last: string | null) {
  const names = (await listMigrations()).filter((name) => last === null || name <= last);
  return {
    baseDir: migrationsDir,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      names.map(async (name) => ({
        path: name,
        migrationFile: {
          path: 'migration.sql',
          content: {
            tag: 'ok' as const,
            value: await readFile(path.join(migrationsDir, name, 'migration.sql'), 'utf8'),
          },
        },
      })),
    ),
  };
}

type MigrationsList = Awaited<ReturnType<typeof readMigrations>>;

const noFilters = { externalTables: [], externalEnums: [] };

/**
 * Brings the database up to date. Safe to run from many processes at once: an advisory lock lets one work and the
 * others find nothing left to do.
 * @param last the last migration to apply, by default the newest
 * @returns the names of the migrations that were applied
 * @throws AppError with one sentence: `unavailable` where the database does not take a migration, `conflict` where it is of
 * a version before 1.0 that lacks some of its own
 */
export async function migrate(databaseUrl: string, last: string | null = null): Promise<string[]> {
  const lock = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  await lock.connect();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [advisoryLockKey]);
    const migrationsList = await readMigrations(last);
    await adoptBaseline(lock, migrationsList);
    if (await isUpToDate(lock, migrationsList)) return [];
    return await withEngine(databaseUrl, await readFile(schemaPath, 'utf8'), async (engine) => {
      const { appliedMigrationNames } = await engine
        .applyMigrations({ migrationsList, filters: noFilters })
        .catch(throwSentence);
      return appliedMigrationNames;
    });
  } finally {
    await lock.end();
  }
}

interface AppliedMigration {
  name: string;
  checksum: string;
  isDone: boolean;
}

/** The rows of Prisma's table of applied migrations; none where it is not there yet. */
async function readApplied(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows: tables } = await client.query("SELECT WHERE to_regclass('_prisma_migrations') IS NOT NULL");
  if (tables.length === 0) return [];
  const { rows } = await client.query<AppliedMigration>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AND rolled_back_at IS NULL AS "isDone"
    FROM _prisma_migrations`,
  );
  return rows;
}

/**
 * Notes the baseline as applied where a version before 1.0 has made its tables. That version's migrations stay noted, so
 * that it still works on this database.
 * @throws AppError `conflict` where some of them are missing
 */
async function adoptBaseline(client: pg.Client, migrations: MigrationsList): Promise<void> {
  const applied = await readApplied(client);
  const former = applied.filter(({ name }) => precedesBaseline(name));
  if (former.length === 0 || applied.some(({ name }) => name === baseline.name)) return;
  const done = new Set(former.filter(({ isDone }) => isDone).map(({ name }) => name));
  if (done.size < baseline.formerCount) {
    throw new AppError(
      'conflict',
      `The database has ${done.size} of the ${baseline.formerCount} migrations before 1.0: start the last version before 1.0 once, then this one (docs/upgrade.md).`,
    );
  }
  const checksum = checksumsOf(migrations).get(baseline.name);
  await client.query(
    `INSERT INTO _prisma_migrations (id, migration_name, checksum, finished_at)
    VALUES (gen_random_uuid(), $1, $2, now())`,
    [baseline.name, checksum],
  );
}

/** Whether the database has each of these migrations, word for word, and no other: then the engine would do nothing. */
async function isUpToDate(client: pg.Client, migrations: MigrationsList): Promise<boolean> {
  const applied = (await readApplied(client)).filter(({ name }) => !precedesBaseline(name));
  const ours = checksumsOf(migrations);
  return applied.length === ours.size && applied.every((row) => row.isDone && row.checksum === ours.get(row.name));
}

const checksumsOf = ({ migrationDirectories }: MigrationsList): Map<string, string> =>
  new Map(
    migrationDirectories.map(({ path: name, migrationFile: { content } }) => [name, hash('sha256', content.value)]),
  );

/** The migrations of the database that this version does not know: a newer one has run there. */
export async function listNewerMigrations(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      'SELECT migration_name AS name FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY name',
    );
    const ours = new Set(await listMigrations());
    return rows.map(({ name }) => name).filter((name) => !ours.has(name) && !precedesBaseline(name));
  } finally {
    await client.end();
  }
}

function throwSentence(cause: unknown): never {
  if (!(cause instanceof Error && cause.name === 'SchemaConnectorError')) throw cause;
  const why = cause.message.split(/\s+/).join(' ');
  throw new AppError('unavailable', `The database could not be brought up to date: ${why}`, { cause });
}

/**
 * The SQL that leads from one schema.prisma to another; for new migrations.
 * @param databaseUrl any database of the right version; nothing is read from it
 * @param from the text of the old schema, empty for none
 */
export async function diffSchemas(databaseUrl: string, from: string, to: string): Promise<string> {
  return withEngine(databaseUrl, to, async (engine) => {
    const { stdout } = await engine.diff({
      from: from ? { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: from }] } : { tag: 'empty' },
      to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: to }] },
      script: true,
      exitCode: null,
      filters: noFilters,
    });
    return stdout ?? '';
  });
}
