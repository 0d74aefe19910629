import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LayerSetUp } from './layer-set-up';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('the first packet of each layer comes alone, and what follows in the next 150 ms is kept back', () => {
  const sentTicks: number[] = [];
  const setUp = new LayerSetUp((ticks) => sentTicks.push(ticks));
  expect(setUp.keepsBack(1_000)).toBe(true);
  expect(setUp.keepsBack(4_000)).toBe(true);
  vi.advanceTimersByTime(149);
  expect(setUp.keepsBack(13_000)).toBe(true);
  vi.advanceTimersByTime(1);
  expect(setUp.keepsBack(16_000)).toBe(false);
  expect(sentTicks).toEqual([1_000]);
});

test('the low layer begins once', () => {
  const setUp = new LayerSetUp(() => undefined);
  expect([setUp.beginsLowLayer(), setUp.beginsLowLayer()]).toEqual([true, false]);
});
