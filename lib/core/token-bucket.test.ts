import { expect, test } from 'vitest';
import { TokenBucket, TokenBuckets } from './token-bucket';

const size = { perSecond: 20, burst: 200 };

test('200 at once, then one every 50 ms', () => {
  const bucket = new TokenBucket(size, 0);
  for (let count = 0; count < 200; count++) expect(bucket.spend(0)).toBe(0);
  expect(bucket.spend(0)).toBe(50);
  expect(bucket.spend(50)).toBe(50);
});

test('20 a second never wait', () => {
  const bucket = new TokenBucket(size, 0);
  for (let nowMs = 0; nowMs < 60_000; nowMs += 50) expect(bucket.spend(nowMs)).toBe(0);
});

test('a long silence saves no more than one burst', () => {
  const bucket = new TokenBucket(size, 0);
  expect(bucket.spend(3_600_000, 200)).toBe(0);
  expect(bucket.spend(3_600_000)).toBeGreaterThan(0);
});

test('many that are spent at once are waited for as long as each by itself', () => {
  const bucket = new TokenBucket(size, 0);
  expect(bucket.spend(0, 220)).toBe(1_000);
});

test('what is not there is not taken, and costs nothing', () => {
  const bucket = new TokenBucket({ perSecond: 10, burst: 40 }, 0);
  expect(bucket.take(0, 41)).toBe(false);
  expect(bucket.take(0, 40)).toBe(true);
  expect(bucket.isFull(3_999)).toBe(false);
  expect(bucket.isFull(4_000)).toBe(true);
});

const takeMany = (buckets: TokenBuckets, key: string, count: number, nowMs: number) =>
  Array.from({ length: count }, () => buckets.take(key, nowMs)).filter(Boolean).length;

test('a key may come in a burst, then at its rate, and another key is unaffected', () => {
  const buckets = new TokenBuckets({ perSecond: 10, burst: 40, maxKeys: 100 });
  expect(takeMany(buckets, 'a', 1_000, 0)).toBe(40);
  expect(takeMany(buckets, 'a', 1_000, 1_000)).toBe(10);
  expect(takeMany(buckets, 'a', 1_000, 61_000)).toBe(40);
  expect(takeMany(buckets, 'b', 1, 61_000)).toBe(1);
});

test('a flood of keys takes bounded memory, which a sweep frees', () => {
  const buckets = new TokenBuckets({ perSecond: 10, burst: 40, maxKeys: 100 });
  for (let key = 0; key < 10_000; key++) expect(buckets.take(`${key}`, 0)).toBe(true);
  expect(buckets.size).toBe(100);
  buckets.sweep(50);
  expect(buckets.size).toBe(100);
  buckets.sweep(200);
  expect(buckets.size).toBe(0);
});
