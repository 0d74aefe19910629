import { expect, test } from 'vitest';
import { judgeBackups } from './backup';

const hourMs = 3_600_000;

test.each([
  [[], 'warning', 'There is no backup in /backups.'],
  [[0, 99 * hourMs], 'ok', 'The last backup is 1 hours old.'],
  [[70 * hourMs], 'warning', 'The last backup is 30 hours old.'],
])('of backups at %j, the doctor says: %s', (timesMs, level, text) => {
  expect(judgeBackups('/backups', timesMs, 100 * hourMs)).toMatchObject({ check: 'backup', level, text });
});
