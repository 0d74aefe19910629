import { expect, test } from 'vitest';
import { ok, problem, warning } from '../check-result';
import { explainTimeOuts, judgeProcessor } from './processor';

test.each([
  ['an idle machine', { loadPerProcessor: 0.2, waitingPercent: 1 }, 0, 'ok'],
  ['one that is fully used', { loadPerProcessor: 1.6, waitingPercent: 70 }, 0, 'ok'],
  ['one that has been busy until a moment ago', { loadPerProcessor: 30, waitingPercent: 4 }, 0, 'ok'],
  ['one that is strained', { loadPerProcessor: 3, waitingPercent: 60 }, 0, 'warning'],
  ['one whose host gives it away', { loadPerProcessor: 0.5, waitingPercent: 5 }, 25, 'warning'],
  ['one with thirty programs for each processor', { loadPerProcessor: 30, waitingPercent: 99 }, 0, 'problem'],
  [
    'the same, where the system does not say who waits',
    { loadPerProcessor: 30, waitingPercent: null },
    null,
    'problem',
  ],
] as const)('%s', (_, load, stolenPercent, level) => {
  const found = judgeProcessor({ processors: 2, ...load }, stolenPercent);
  expect(found.level).toBe(level);
  expect(found.fix === null).toBe(level === 'ok');
});

const livekitLate = problem('livekit', 'No LiveKit answers at ws://x: The operation timed out.', 'Start LiveKit.');
const noGateway = problem('gateways', 'No gateway has shown within 2.5 s that it runs.', 'Start the program gateway.');
const wrongKey = problem('livekit', 'LiveKit at ws://x refuses our key.', 'Set LIVEKIT_API_KEY.');
const slowDatabase = warning('database', 'Postgres 17 takes 800 ms to answer.', 'Run both in one network.');
const fixesBeside = (load: { loadPerProcessor: number; waitingPercent: number }) =>
  explainTimeOuts([
    judgeProcessor({ processors: 2, ...load }, 0),
    livekitLate,
    noGateway,
    wrongKey,
    slowDatabase,
    ok('disk', 'x'),
  ])
    .slice(1)
    .map(({ fix }) => fix);

test('on a machine that is too busy a time-out blames it, and nothing else is hidden', () => {
  const busy = expect.stringMatching(/^This machine is too busy/);
  expect(fixesBeside({ loadPerProcessor: 30, waitingPercent: 99 })).toEqual([busy, busy, wrongKey.fix, busy, null]);
  expect(fixesBeside({ loadPerProcessor: 1, waitingPercent: 20 })).toEqual([
    livekitLate.fix,
    noGateway.fix,
    wrongKey.fix,
    slowDatabase.fix,
    null,
  ]);
});
