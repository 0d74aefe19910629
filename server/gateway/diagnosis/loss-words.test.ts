import { expect, test } from 'vitest';
import { backAgain, lossMessage } from './loss-words';

test.each([
  [400, 'Camera back after 1 s.'],
  [12_300, 'Camera back after 12 s.'],
  [185_000, 'Camera back after 3 min 5 s.'],
  [7_380_000, 'Camera back after 2 h 3 min.'],
])('%d ms away', (durationMs, message) => {
  expect(backAgain(durationMs)).toBe(message);
});

test('a loss names its cause where that is known', () => {
  expect(lossMessage({ cause: 'silent', agoMs: 2_000 })).toBe('Camera lost: nothing arrives from its encoder.');
  expect(lossMessage(null)).toBe('Camera lost.');
});
