import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { db } from '@/lib/platform/db/db';
import { diskEnv } from '@/lib/platform/env/disk-env';
import { type Check, ok, warning } from '../finding';

/** A backup may begin late and takes its time. */
const graceHours = 2;
const fix = 'Run npm run backup, and look why the timer or cron does not (docs/backup.md).';

/** Whether the last backup is as young as the schedule says: in the folder for them, or else by what the database noted. */
export const checkBackup: Check = async () => {
  const { BACKUP_DIR: directory, BACKUP_EVERY_HOURS: everyHours } = diskEnv();
  if (everyHours === 0) return [ok('backup', 'BACKUP_EVERY_HOURS is 0: backups are made in another way.')];
  if (directory === undefined) {
    const noted = await db().installation.findFirst({ select: { backedUpAt: true } });
    return [judgeBackup(noted?.backedUpAt?.getTime() ?? null, Date.now(), everyHours)];
  }
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => error.code ?? 'unknown');
  if (typeof names === 'string') {
    return [warning('backup', `The folder of the backups, ${directory}, cannot be read (${names}).`, fix)];
  }
  // A backup has its manifest once it is whole.
  const times = await Promise.all(
    names.map((name) =>
      stat(path.join(directory, name, 'backup.json')).then(
        ({ mtimeMs }) => mtimeMs,
        () => Number.NEGATIVE_INFINITY,
      ),
    ),
  );
  const lastMs = Math.max(...times);
  return [judgeBackup(Number.isFinite(lastMs) ? lastMs : null, Date.now(), everyHours, directory)];
};

/** Judges when the last backup was made. @param lastMs null where there is none */
export function judgeBackup(lastMs: number | null, nowMs: number, everyHours: number, directory?: string) {
  if (lastMs === null) {
    const text = directory === undefined ? 'Nobody has made a backup yet.' : `There is no backup in ${directory}.`;
    return warning('backup', text, 'Run npm run backup, and have a timer or cron do so (docs/backup.md).');
  }
  const hours = Math.floor((nowMs - lastMs) / 3_600_000);
  const text = `The last backup is ${hours} hours old; one is due every ${everyHours} hours.`;
  return hours > everyHours + graceHours ? warning('backup', text, fix) : ok('backup', text);
}
