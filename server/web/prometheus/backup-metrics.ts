import { Gauge, type Registry } from 'prom-client';
import { sharedRun } from '@/lib/core/shared-run';
import { type BackupAge, readBackupAge } from '@/lib/use-cases/system/missed-backup';
import { readInTime } from './read-in-time';

const gauges: [name: string, help: string, toFigure: (backup: BackupAge) => number][] = [
  [
    'sightline_backup_age_seconds',
    'Time since the last whole backup; since the server was set up where there is none. Absent with BACKUP_EVERY_HOURS=0.',
    ({ ageSeconds }) => ageSeconds,
  ],
  [
    'sightline_backup_max_age_seconds',
    'How old the last backup may become: BACKUP_EVERY_HOURS and two hours.',
    ({ maxAgeSeconds }) => maxAgeSeconds,
  ],
  [
    'sightline_backup_failed',
    '1 where a backup has failed since the last whole one, otherwise 0.',
    ({ hasFailed }) => Number(hasFailed),
  ],
];

/** Registers how old the last backup is. Each web process tells the same, of the one database. */
export function registerBackupMetrics(register: Registry): void {
  // One reading a scrape: all of its metrics are collected in the same turn.
  const read = sharedRun(() => readInTime('backups', readBackupAge(Date.now())));
  for (const [name, help, toFigure] of gauges) {
    new Gauge({
      name,
      help,
      registers: [register],
      async collect() {
        const found = await read();
        if (found) this.set(toFigure(found));
        else this.remove();
      },
    });
  }
}
