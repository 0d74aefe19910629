import { AppError } from '@/lib/core/errors';
import { checkDatabase } from '@/lib/platform/db/check-database';
import { directDatabaseUrl } from '@/lib/platform/env/database-env';
import { migrateEnv } from '@/lib/platform/env/migrate-env';
import { exitWithMessage } from '@/lib/platform/process/exit-with-message';
import { loadDatabase } from './load-database';
import type { Manifest } from './manifest';
import { saveDatabase } from './save-database';

/** The backup program: `save FOLDER` or `load FOLDER`. */
async function main([command, folder]: string[]): Promise<void> {
  const databaseUrl = directDatabaseUrl(migrateEnv());
  if (!folder || (command !== 'save' && command !== 'load')) {
    throw new AppError('invalid_input', 'Use `save FOLDER` or `load FOLDER`.');
  }
  await checkDatabase(databaseUrl);
  if (command === 'save') say(`Saved to ${folder}`, await saveDatabase(databaseUrl, folder));
  else say(`Restored from ${folder}`, await loadDatabase(databaseUrl, folder));
}

function say(done: string, { tables }: Manifest): void {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  process.stdout.write(`${done}: ${rows} rows of ${tables.length} tables.\n`);
}

await main(process.argv.slice(2)).catch(exitWithMessage);
