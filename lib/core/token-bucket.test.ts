import { expect, test } from 'vitest';
import { TokenBucket } from './token-bucket';

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
