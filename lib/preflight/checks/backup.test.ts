import { expect, test } from 'vitest';
import { judgeBackup } from './backup';

const hourMs = 3_600_000;
const nowMs = 1_000 * hourMs;

test.each([
  ['none', null, 24, { directory: '/backups', provenMs: null }, 'warning', 'There is no backup in /backups.'],
  ['none, wherever', null, 24, undefined, 'warning', 'Nobody has made a backup yet.'],
  ['each night’s', 1.5, 24, undefined, 'ok', 'The last backup is 1 hours old; one is due every 24 hours.'],
  ['one that takes its time', 26, 24, undefined, 'ok', 'The last backup is 26 hours old; one is due every 24 hours.'],
  ['a missed one', 27, 24, undefined, 'warning', 'The last backup is 27 hours old; one is due every 24 hours.'],
  ['each week’s', 150, 168, undefined, 'ok', 'The last backup is 150 hours old; one is due every 168 hours.'],
  ['each hour’s', 4, 1, undefined, 'warning', 'The last backup is 4 hours old; one is due every 1 hours.'],
] as const)('the last backup: %s', (_, ageHours, everyHours, folder, level, text) => {
  const lastMs = ageHours === null ? null : nowMs - ageHours * hourMs;
  expect(judgeBackup(lastMs, nowMs, everyHours, folder)).toMatchObject({ check: 'backup', level, text });
});

test.each([
  ['none', null, 'None has been loaded to prove it: npm run backup -- verify FOLDER does so.'],
  ['the last', 2, 'It has been loaded to prove it.'],
  ['an older one', 50, 'One of 50 hours ago has been loaded to prove it.'],
] as const)('a backup that was proven: %s', (_, ageHours, text) => {
  const provenMs = ageHours === null ? null : nowMs - ageHours * hourMs;
  const finding = judgeBackup(nowMs - 2 * hourMs, nowMs, 24, { directory: '/backups', provenMs });
  expect(finding).toMatchObject({
    level: 'ok',
    text: `The last backup is 2 hours old; one is due every 24 hours. ${text}`,
  });
});
