import { expect, test } from 'vitest';
import { RateLimit } from './rate-limit';

const takeMany = (limit: RateLimit, key: string, count: number, nowMs: number) =>
  Array.from({ length: count }, () => limit.take(key, nowMs)).filter(Boolean).length;

test('a key may come in a burst, then at its rate, and another key is unaffected', () => {
  const limit = new RateLimit({ perSecond: 10, burst: 40, maxKeys: 100 });
  expect(takeMany(limit, 'a', 1_000, 0)).toBe(40);
  expect(takeMany(limit, 'a', 1_000, 1_000)).toBe(10);
  expect(takeMany(limit, 'a', 1_000, 61_000)).toBe(40);
  expect(takeMany(limit, 'b', 1, 61_000)).toBe(1);
});

test('a flood of keys takes bounded memory, which a sweep frees', () => {
  const limit = new RateLimit({ perSecond: 10, burst: 40, maxKeys: 100 });
  for (let key = 0; key < 10_000; key++) expect(limit.take(`${key}`, 0)).toBe(true);
  expect(limit.size).toBe(100);
  limit.sweep(50);
  expect(limit.size).toBe(100);
  limit.sweep(200);
  expect(limit.size).toBe(0);
});
