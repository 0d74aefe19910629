import { expect, test } from 'vitest';
import { fromLocalTime, toLocalTime } from './export-words';

test('a moment is as exact as before while its text is untouched', () => {
  const zone = 'Europe/Berlin';
  const ms = Date.UTC(2026, 10, 27, 18, 30, 15, 678);
  const text = toLocalTime(ms, zone);
  expect(text).toBe('2026-11-27T19:30:15');
  expect(fromLocalTime(text, ms, zone)).toBe(ms);
  expect(fromLocalTime(text.replace(/15$/, '20'), ms, zone)).toBe(ms - 678 + 5_000);
  // Browsers leave out seconds that are 0.
  expect(fromLocalTime(text.replace(/:15$/, ''), ms, zone)).toBe(ms - 15_678);
});

test('a range of a show in Los Angeles across midnight is typed as its clocks show it', () => {
  const zone = 'America/Los_Angeles';
  const ms = Date.UTC(2026, 4, 2, 7, 30);
  expect(toLocalTime(ms - 3_600_000, zone)).toBe('2026-05-01T23:30:00');
  expect(toLocalTime(ms, zone)).toBe('2026-05-02T00:30:00');
  expect(fromLocalTime('2026-05-01T23:30:00', 0, zone)).toBe(ms - 3_600_000);
  expect(fromLocalTime('2026-05-02T00:30', 0, zone)).toBe(ms);
});
