import { expect, test } from 'vitest';
import { fromLocalTime, toLocalTime } from './export-words';

test('a moment is as exact as before while its text is untouched', () => {
  const ms = Date.UTC(2026, 10, 27, 18, 30, 15, 678);
  const text = toLocalTime(ms);
  expect(text).toMatch(/^2026-11-2[78]T\d\d:\d\d:15$/);
  expect(fromLocalTime(text, ms)).toBe(ms);
  expect(fromLocalTime(text.replace(/15$/, '20'), ms)).toBe(ms - 678 + 5_000);
  // Browsers leave out seconds that are 0.
  expect(fromLocalTime(text.replace(/:15$/, ''), ms)).toBe(ms - 15_678);
});
