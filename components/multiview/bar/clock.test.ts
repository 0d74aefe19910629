import { expect, test } from 'vitest';
import { countdownAt } from './clock';

const at = (time: string) => Date.parse(`2026-05-01T${time}Z`);
const both = { startsAtMs: at('19:00:00'), endsAtMs: at('21:30:00') };

test.each([
  ['days before it', '2026-04-28T12:58:30Z', both, 'Starts in 3 d 6:01:30'],
  ['hours before it', '2026-05-01T06:30:00Z', both, 'Starts in 12:30:00'],
  ['the second before it', '2026-05-01T18:59:59.004Z', both, 'Starts in 0:00:01'],
  ['as it starts', '2026-05-01T19:00:00Z', both, 'Ends in 2:30:00'],
  ['towards its end', '2026-05-01T21:29:55.003Z', both, 'Ends in 0:00:05'],
  ['as it ends', '2026-05-01T21:30:00Z', both, 'Over by 0:00:00'],
  ['when it takes longer', '2026-05-01T21:42:07Z', both, 'Over by 0:12:07'],
  ['a day after it', '2026-05-02T21:30:00Z', both, null],
  ['without an end', '2026-05-01T19:05:00Z', { ...both, endsAtMs: null }, 'On for 0:05:00'],
  ['a day after a start without an end', '2026-05-02T19:00:00Z', { ...both, endsAtMs: null }, null],
  ['without a start', '2026-05-01T19:00:00Z', { ...both, startsAtMs: null }, 'Ends in 2:30:00'],
  ['without times', '2026-05-01T19:00:00Z', { startsAtMs: null, endsAtMs: null }, null],
])('%s', (_, now, times, expected) => {
  const countdown = countdownAt(Date.parse(now), times);
  expect(countdown && `${countdown.words} ${countdown.time}`).toBe(expected);
});
