import { expect, test } from 'vitest';
import { proposePlayersDelayMs } from './players-delay';

test.each([
  ['enough for the slowest camera', [41.5, 437.2], 500],
  ['a round number', [421], 500],
  ['no less than players can use', [3], 100],
  ['no more than is held', [9_000], 8_000],
  ['a usual one while no camera is live', [], 500],
])('proposes %s', (_, latencies, delayMs) => {
  expect(proposePlayersDelayMs(latencies)).toBe(delayMs);
});
