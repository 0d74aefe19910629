import { expect, test } from 'vitest';
import { judgeBackup } from './backup';

const hourMs = 3_600_000;
const nowMs = 1_000 * hourMs;

test.each([
  ['none', null, 24, '/backups', 'warning', 'There is no backup in /backups.'],
  ['none, wherever', null, 24, undefined, 'warning', 'Nobody has made a backup yet.'],
  ['each night’s', 1.5, 24, undefined, 'ok', 'The last backup is 1 hours old; one is due every 24 hours.'],
  ['one that takes its time', 26, 24, undefined, 'ok', 'The last backup is 26 hours old; one is due every 24 hours.'],
  ['a missed one', 27, 24, undefined, 'warning', 'The last backup is 27 hours old; one is due every 24 hours.'],
  ['each week’s', 150, 168, undefined, 'ok', 'The last backup is 150 hours old; one is due every 168 hours.'],
  ['each hour’s', 4, 1, undefined, 'warning', 'The last backup is 4 hours old; one is due every 1 hours.'],
] as const)('the last backup: %s', (_, ageHours, everyHours, directory, level, text) => {
  const lastMs = ageHours === null ? null : nowMs - ageHours * hourMs;
  expect(judgeBackup(lastMs, nowMs, everyHours, directory)).toMatchObject({ check: 'backup', level, text });
});
