import { untilDatabaseAnswers } from '@/lib/platform/db/postgres-connection';
import { directDatabaseUrl } from '@/lib/platform/env/database-env';
import { migrateEnv } from '@/lib/platform/env/migrate-env';
import { log } from '@/lib/platform/log';
import { exitWithMessage } from '@/lib/platform/process/exit-with-message';
import { endOnUncaughtError, stopWhenAsked } from '@/lib/platform/process/process-life';
import { productVersion } from '@/lib/platform/process/product-version';
import { listNewerMigrations, migrate } from './migrate';

/** A migration may rewrite a large table. */
const stopTimeoutMs = 600_000;

/** The migrate program: brings the database up to date and ends, with exit code 0 where it is. */
async function main(): Promise<void> {
  endOnUncaughtError();
  const databaseUrl = directDatabaseUrl(migrateEnv());
  const finished = untilDatabaseAnswers(databaseUrl).then(() => migrate(databaseUrl));
  // Asked to stop, it finishes first: a migration that is broken off counts as failed from then on.
  stopWhenAsked(async () => void (await finished), stopTimeoutMs);
  const migrations = await finished;
  const version = productVersion();
  if (migrations.length > 0) log.info({ version, migrations }, 'migrate: database brought up to date');
  else log.debug({ version }, 'migrate: nothing to do');
  const newer = await listNewerMigrations(databaseUrl);
  if (newer.length > 0) {
    log.warn(
      { version, newer },
      'migrate: the tables are those of a newer version; upgrade this one (docs/upgrade.md)',
    );
  }
  process.exit(0);
}

await main().catch(exitWithMessage);
