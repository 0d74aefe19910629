import { checkDatabase } from '@/lib/platform/db/check-database';
import { directDatabaseUrl } from '@/lib/platform/env/database-env';
import { migrateEnv } from '@/lib/platform/env/migrate-env';
import { log } from '@/lib/platform/log';
import { exitWithMessage } from '@/lib/platform/process/exit-with-message';
import { endOnUncaughtError, stopWhenAsked } from '@/lib/platform/process/process-life';
import { migrate } from './migrate';

/** A migration may rewrite a large table. */
const stopTimeoutMs = 600_000;

/** The migrate program: brings the database up to date and ends, with exit code 0 where it is. */
async function main(): Promise<void> {
  endOnUncaughtError();
  const databaseUrl = directDatabaseUrl(migrateEnv());
  const finished = checkDatabase(databaseUrl).then(() => migrate(databaseUrl));
  // Asked to stop, it finishes first: a migration that is broken off counts as failed from then on.
  stopWhenAsked(async () => void (await finished), stopTimeoutMs);
  const migrations = await finished;
  if (migrations.length > 0) log.info({ migrations }, 'migrate: database brought up to date');
  else log.debug('migrate: nothing to do');
  process.exit(0);
}

await main().catch(exitWithMessage);
