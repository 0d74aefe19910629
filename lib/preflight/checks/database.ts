import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import { readInstallation } from '@/lib/platform/db/installation';
import { listMigrations, precedesBaseline } from '@/lib/platform/db/list-migrations';
import { checkDatabase } from '@/lib/platform/db/postgres-connection';
import { databaseEnv } from '@/lib/platform/env/database-env';
import { type Check, ok, problem, warning } from '../check-result';

/** The oldest Postgres that is still maintained. */
const oldestMajor = 14;
const slowMs = 50;

/** Whether Postgres can be reached, is new enough, and is near. */
export const checkDatabaseServer: Check = async () => {
  try {
    await checkDatabase(databaseEnv().DATABASE_URL);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [problem('database', error.message, 'Start Postgres, or correct DATABASE_URL.')];
  }
  const [row] = await db().$queryRaw<{ version: string }[]>`SELECT current_setting('server_version') AS version`;
  const tookMs = await readRoundTripMs();
  const version = row?.version ?? '';
  if (Number.parseInt(version, 10) < oldestMajor) {
    return [problem('database', `Postgres ${version} is too old.`, `Upgrade it to version ${oldestMajor} or newer.`)];
  }
  if (tookMs > slowMs) {
    const fix = 'Run Sightline and Postgres in one network, and look at what else loads the database.';
    return [warning('database', `Postgres ${version} takes ${tookMs} ms to answer.`, fix)];
  }
  return [ok('database', `Postgres ${version} answers.`)];
};

/** The shortest of a few: what network and server take at least. */
async function readRoundTripMs(): Promise<number> {
  let shortestMs = Number.POSITIVE_INFINITY;
  for (let count = 0; count < 5; count++) {
    const startedAtMs = performance.now();
    await db().$queryRaw`SELECT 1`;
    shortestMs = Math.min(shortestMs, performance.now() - startedAtMs);
  }
  return Math.round(shortestMs);
}

interface Applied {
  name: string;
  isDone: boolean;
}

/** Whether the database has the tables of this version. */
export const checkMigrations: Check = async () => {
  const ours = await listMigrations();
  const [found] = await db().$queryRaw<{ isThere: boolean }[]>`
    SELECT to_regclass('_prisma_migrations') IS NOT NULL AS "isThere"`;
  const applied = found?.isThere
    ? await db().$queryRaw<Applied[]>`
        SELECT migration_name AS name, finished_at IS NOT NULL AS "isDone" FROM _prisma_migrations
        WHERE rolled_back_at IS NULL`
    : [];
  const broken = applied.find(({ isDone }) => !isDone);
  if (broken) {
    const fix = 'Restore the backup from before the upgrade, then look at the output of the program migrate.';
    return [problem('migrations', `The migration ${broken.name} did not end.`, fix)];
  }
  const done = applied.map(({ name }) => name);
  const missing = ours.filter((name) => !done.includes(name));
  if (missing.length > 0) {
    const text = `The database lacks ${missing.length} of ${ours.length} migrations.`;
    return [
      problem(
        'migrations',
        text,
        'Run the program migrate (`node dist/migrate.mjs`), which `npm start` does by itself.',
      ),
    ];
  }
  const foreign = done.filter((name) => !ours.includes(name) && !precedesBaseline(name));
  if (foreign.length > 0) {
    const fix = 'Upgrade this program to the version that has migrated the database.';
    return [warning('migrations', `The database is newer than this program by ${foreign.length} migrations.`, fix)];
  }
  return [ok('migrations', `All ${ours.length} migrations are applied.`)];
};

/** Whether this installation is a copy that nobody has resumed. */
export const checkRestored: Check = async () => {
  const { pausedAt } = await readInstallation();
  if (pausedAt === null) return [];
  const when = pausedAt.toISOString().slice(0, 16).replace('T', ' ');
  return [
    warning(
      'restored',
      `This installation was restored from a backup at ${when} UTC. Webhooks, e-mail and recordings are paused.`,
      'Once the original has ended for good, run npm run resume (docs/backup.md).',
    ),
  ];
};
