import { AppError } from '@/lib/core/errors';
import { checkDatabase } from '@/lib/platform/db/check-database';
import { db } from '@/lib/platform/db/db';
import { databaseEnv } from '@/lib/platform/env/database-env';
import { type Check, ok, problem, warning } from '../finding';

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
