import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { dayMs } from '@/lib/core/durations';
import { AppError } from '@/lib/core/errors';
import { checkDatabase, databaseName } from '@/lib/platform/db/postgres-connection';
import { backupEnv } from '@/lib/platform/env/backup-env';
import { directDatabaseUrl } from '@/lib/platform/env/database-env';
import { exitWithMessage } from '@/lib/platform/process/exit-with-message';
import { checkBackup } from './check-backup';
import { loadDatabase, resumeInstallation } from './load-database';
import { type Manifest, manifestFile } from './manifest';
import { noteFailedBackup, saveDatabase } from './save-database';

const folderPrefix = 'sightline-backup-';
const timestamp = (): string => new Date().toISOString().replaceAll(/[-:.]/g, '');

const usage =
  'Use `save [FOLDER]`, `check FOLDER`, `prove FOLDER`, `load FOLDER [--as-replacement]`, `resume` or `note-failure`.';

/**
 * The backup program. `save` without a folder makes one in BACKUP_DIR, and removes old ones there. `check` reads the backup's
 * files alone, `prove` loads it into a database that is thrown away, `resume` ends the pause of a restored copy.
 * `note-failure` has the owners told of a backup that could not even say so itself.
 */
async function main(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { secrets: { type: 'string' }, 'as-replacement': { type: 'boolean', default: false } },
  });
  const [command = '', folder = ''] = positionals;
  const needsFolder = ['check', 'prove', 'load'].includes(command);
  if (!(needsFolder ? folder !== '' : ['save', 'resume', 'note-failure'].includes(command)))
    throw new AppError('invalid_input', usage);
  if (command === 'check') return say(`${folder} is whole`, await checkBackup(folder), 'of the backup');
  const settings = backupEnv();
  const databaseUrl = directDatabaseUrl(settings);
  await checkDatabase(databaseUrl);
  const database = databaseName(databaseUrl);
  if (command === 'save') {
    const { BACKUP_DIR: directory, BACKUP_KEEP_DAYS: keepDays } = settings;
    const target = folder || path.join(directory ?? '.', `${folderPrefix}${timestamp()}`);
    const saved = await saveDatabase(databaseUrl, target, values.secrets).catch(async (error: unknown) => {
      await noteFailedBackup(databaseUrl).catch((cause: unknown) => {
        process.stderr.write(`That this backup failed could not be noted: ${String(cause)}\n`);
      });
      throw error;
    });
    say(`Saved to ${target}`, saved, `from ${database}`);
    if (folder === '' && directory) await removeOld(directory, keepDays);
    return;
  }
  if (command === 'note-failure') {
    await noteFailedBackup(databaseUrl);
    process.stdout.write(
      'Owners of the organization that runs this server are told by e-mail that the backup failed.\n',
    );
    return;
  }
  if (command === 'resume') {
    await resumeInstallation(databaseUrl);
    process.stdout.write(`Webhooks, e-mail and recordings go on, in ${database}.\n`);
    return;
  }
  if (command === 'prove') {
    say(`${folder} can be restored`, await loadDatabase(databaseUrl, folder, { asReplacement: false }), 'in a trial');
    return;
  }
  const asReplacement = values['as-replacement'];
  say(`Restored from ${folder}`, await loadDatabase(databaseUrl, folder, { asReplacement }), `into ${database}`);
  process.stdout.write(asReplacement ? asReplacementText : copyText);
}

/** Removes the backups of a folder that are older. Leaves alone what was given another name. */
async function removeOld(directory: string, keepDays: number): Promise<void> {
  const oldestMs = Date.now() - keepDays * dayMs;
  for (const name of await readdir(directory)) {
    if (!name.startsWith(folderPrefix)) continue;
    const folder = path.join(directory, name);
    // The folder itself changes when it is proven; one without a manifest was never whole.
    const { mtimeMs } = await stat(path.join(folder, manifestFile)).catch(() => stat(folder));
    if (mtimeMs >= oldestMs) continue;
    await rm(folder, { recursive: true });
    process.stdout.write(`Removed ${folder}, older than ${keepDays} days.\n`);
  }
}

const copyText = `This is a copy: cameras are off, and webhooks, e-mail and recordings are paused, so that it does nothing beside its original.
Once the original has ended for good, run npm run resume. To restore with all of that at once, use --as-replacement.
`;
const asReplacementText = `This replaces its original, which must not run any more: cameras that were on are on again.
`;

function say(done: string, { tables }: Manifest, database: string): void {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  process.stdout.write(`${done}: ${rows} rows of ${tables.length} tables, ${database}.\n`);
}

await main(process.argv.slice(2)).catch(exitWithMessage);
