import { db } from '@/lib/platform/db/db';
import { listMigrations } from '@/lib/platform/db/list-migrations';
import { type Check, ok, problem, warning } from '../finding';

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
  const foreign = done.filter((name) => !ours.includes(name));
  if (foreign.length > 0) {
    const fix = 'Upgrade this program to the version that has migrated the database.';
    return [warning('migrations', `The database is newer than this program by ${foreign.length} migrations.`, fix)];
  }
  return [ok('migrations', `All ${ours.length} migrations are applied.`)];
};
