import { expect, test } from 'vitest';
import { droppedFramesLevel, qualityTone, reconnectLevel } from './quality-bar';

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
  [100, 'live'],
  [80.5, 'live'],
  [80, 'pending'],
  [60.5, 'pending'],
  [60, 'failed'],
  [0, 'failed'],
])('a quality of %d: %s', (score, tone) => {
  expect(qualityTone(score)).toBe(tone);
});
