import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { CheckResult } from '@/lib/contracts/preflight';
import { hourMs } from '@/lib/core/durations';
import { db } from '@/lib/platform/db/db';
import { diskEnv } from '@/lib/platform/env/disk-env';
import { type Check, ok, warning } from '../check-result';

/** A backup may begin late and takes its time. */
export const backupGraceHours = 2;
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
  // A backup has its manifest once it is whole, and the other file once it has been loaded.
  const times = await Promise.all(
    names.map(async (name) => ({
      savedMs: await readTime(path.join(directory, name, 'backup.json')),
      isProven: (await readTime(path.join(directory, name, 'proven'))) !== null,
    })),
  );
  const lastMs = latest(times.map(({ savedMs }) => savedMs));
  const provenMs = latest(times.map(({ savedMs, isProven }) => (isProven ? savedMs : null)));
  return [judgeBackup(lastMs, Date.now(), everyHours, { directory, provenMs })];
};

const readTime = (file: string): Promise<number | null> =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  );

const latest = (times: (number | null)[]): number | null =>
  times.reduce((last, ms) => (last === null || (ms !== null && ms > last) ? ms : last), null);

/** The folder of the backups. */
interface Folder {
  directory: string;
  /** When the last one was made that has been loaded since; null where none has been. */
  provenMs: number | null;
}

/** Judges when the last backup was made. @param lastMs null where there is none */
export function judgeBackup(lastMs: number | null, nowMs: number, everyHours: number, folder?: Folder): CheckResult {
  if (lastMs === null) {
    const text = folder ? `There is no backup in ${folder.directory}.` : 'Nobody has made a backup yet.';
    return warning('backup', text, 'Run npm run backup, and have a timer or cron do so (docs/backup.md).');
  }
  const hours = hoursSince(lastMs, nowMs);
  const age = `The last backup is ${hours} hours old; one is due every ${everyHours} hours.`;
  const text = folder ? `${age} ${proofOf(folder, lastMs, nowMs)}` : age;
  return hours > everyHours + backupGraceHours ? warning('backup', text, fix) : ok('backup', text);
}

const hoursSince = (ms: number, nowMs: number): number => Math.floor((nowMs - ms) / hourMs);

function proofOf({ provenMs }: Folder, lastMs: number, nowMs: number): string {
  if (provenMs === null) return 'None has been loaded to prove it: npm run backup -- verify FOLDER does so.';
  if (provenMs === lastMs) return 'It has been loaded to prove it.';
  return `One of ${hoursSince(provenMs, nowMs)} hours ago has been loaded to prove it.`;
}
