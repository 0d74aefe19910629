import { expect, test } from 'vitest';
import { droppedFramesLevel, qualityTone, reconnectLevel } from './metric-levels';

test.each([
  [0, 'healthy'],
  [100, 'healthy'],
  [101, 'warning'],
])('%i dropped frames: %s', (count, level) => {
  expect(droppedFramesLevel(count)).toBe(level);
});

test.each([
  [5, 'healthy'],
  [6, 'critical'],
])('%i reconnects: %s', (count, level) => {
  expect(reconnectLevel(count)).toBe(level);
});

test.each([
  [100, 'healthy', 'live'],
  [81, 'healthy', 'live'],
  [80, 'healthy', 'pending'],
  [61, 'healthy', 'pending'],
  [60, 'healthy', 'failed'],
  [0, 'healthy', 'failed'],
  [83, 'warning', 'pending'],
  [83, 'critical', 'failed'],
  [59, 'warning', 'failed'],
] as const)('a quality of %i with alert level %s: %s', (score, alert, tone) => {
  expect(qualityTone(score, alert)).toBe(tone);
});
