import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { diskEnv } from '@/lib/platform/env/disk-env';
import { type Check, ok, warning } from '../finding';

/** A backup each night, and two hours for it to be made. */
const maxAgeHours = 26;
const fix = 'Run npm run backup, and look why the timer or cron does not (docs/backup.md).';

/** Whether the last backup is as young as a backup each night is. Says nothing where no folder for them is set. */
export const checkBackup: Check = async () => {
  const { BACKUP_DIR: directory } = diskEnv();
  if (directory === undefined) return [];
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => error.code ?? 'unknown');
  if (typeof names === 'string') {
    return [warning('backup', `The folder of the backups, ${directory}, cannot be read (${names}).`, fix)];
  }
  // A backup has its manifest once it is whole.
  const times = await Promise.all(
    names.map((name) =>
      stat(path.join(directory, name, 'backup.json')).then(
        ({ mtimeMs }) => mtimeMs,
        () => null,
      ),
    ),
  );
  return [
    judgeBackups(
      directory,
      times.filter((time) => time !== null),
      Date.now(),
    ),
  ];
};

/** Judges the times at which backups were made. */
export function judgeBackups(directory: string, timesMs: number[], nowMs: number) {
  if (timesMs.length === 0) return warning('backup', `There is no backup in ${directory}.`, fix);
  const hours = Math.floor((nowMs - Math.max(...timesMs)) / 3_600_000);
  const text = `The last backup is ${hours} hours old.`;
  return hours > maxAgeHours ? warning('backup', text, fix) : ok('backup', text);
}
