import { expect, test } from 'vitest';
import { judgeWhip } from './whip';

test.each([
  ['an answer in time', 201, 180, 'ok', 'in 180 ms'],
  ['an answer after 13 s', 201, 13_040, 'warning', 'after 13.0 s'],
  ['a LiveKit without WHIP', 404, 3, 'problem', 'status 404'],
  ['a LiveKit that fails', 500, 3, 'problem', 'status 500'],
])('%s', (_, status, tookMs, level, text) => {
  expect(judgeWhip({ status, tookMs })).toMatchObject({ level, text: expect.stringContaining(text) });
});
