import { expect, test } from 'vitest';
import { judgeRoom } from './recording-room';

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
