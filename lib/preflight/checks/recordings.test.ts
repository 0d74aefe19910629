import { expect, test } from 'vitest';
import { judgeRoom, spaceFinding } from './recordings';

test.each([
  [500e9, 0, 'ok', 'has room for a day at today’s rate, 0.0 GB a day.'],
  [500e9, 500e9, 'ok', 'has room for a day at today’s rate, 500.0 GB a day.'],
  // Three quarters of a terabyte are a high percentage of many disks.
  [750e9, 1_000e9, 'warning', 'has room for 18 hours at today’s rate, 1000.0 GB a day.'],
  [80e9, 1_000e9, 'problem', 'has room for 1 hours at today’s rate, 1000.0 GB a day.'],
])('%d bytes that are free, of which recordings take %d a day: %s', (freeBytes, dailyBytes, level, text) => {
  expect(judgeRoom(freeBytes, dailyBytes)).toMatchObject({
    check: 'recordings',
    level,
    text: expect.stringContaining(text),
  });
});

test('a disk that the database shares is to be left to it', () => {
  const [alone, shared] = [spaceFinding(5, 20e9, false), spaceFinding(5, 20e9, true)];
  expect(alone).toMatchObject({ level: 'warning', text: 'The recordings’ disk has 5 % left, 20.0 GB.' });
  expect(shared).toMatchObject({ text: 'The recordings’ disk has 5 % left, 20.0 GB. The database is on it, too.' });
  expect([alone.fix, shared.fix]).toEqual([
    expect.stringContaining('or use a larger disk.'),
    expect.stringContaining('or set RECORDINGS_DIR to a folder on another disk.'),
  ]);
});
