import { expect, test } from 'vitest';
import { GopCache } from './gop-cache';

const picture = (ticks: number, isKeyframe = false, bytes = 10) => ({ data: Buffer.alloc(bytes), ticks, isKeyframe });
const ticksOf = (cache: GopCache) => cache.accessUnits.map(({ ticks }) => ticks);

test('holds the access units since the latest keyframe, and nothing before the first one', () => {
  const cache = new GopCache();
  cache.addAccessUnit(picture(1));
  expect(ticksOf(cache)).toEqual([]);
  for (const entry of [picture(2, true), picture(3), picture(4)]) cache.addAccessUnit(entry);
  expect(ticksOf(cache)).toEqual([2, 3, 4]);
  for (const entry of [picture(5, true), picture(6)]) cache.addAccessUnit(entry);
  expect(ticksOf(cache)).toEqual([5, 6]);
});

test('gives up too large a group until the next keyframe', () => {
  const cache = new GopCache();
  cache.addAccessUnit(picture(1, true));
  for (let ticks = 2; ticks < 42; ticks++) cache.addAccessUnit(picture(ticks, false, 2 ** 20));
  expect(ticksOf(cache)).toEqual([]);
  cache.addAccessUnit(picture(50, true));
  expect(ticksOf(cache)).toEqual([50]);
});

test('forgets everything when cleared', () => {
  const cache = new GopCache();
  cache.addAccessUnit(picture(1, true));
  cache.clear();
  cache.addAccessUnit(picture(2));
  expect(ticksOf(cache)).toEqual([]);
});

test('knows the bitrate of what it holds', () => {
  const cache = new GopCache();
  cache.addAccessUnit(picture(0, true, 50_000));
  expect(cache.bitrateBps).toBe(Number.POSITIVE_INFINITY);
  cache.addAccessUnit(picture(45_000, false, 50_000));
  expect(cache.bitrateBps).toBe(1_600_000);
});
