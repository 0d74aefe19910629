import { expect, test } from 'vitest';
import { barcodeAgeMs, barcodeBars } from '@/lib/core/barcode';
import { flashMs, pictureSize, TestPicture } from './test-picture';
import { testTone } from './test-tone';

const { width, height } = pictureSize;
const second = Date.UTC(2026, 10, 29, 8, 15, 3);
const lumaOf = ({ data }: TestPicture, x: number, y: number): number => data[y * width + x] ?? 0;

test('the barcode says when a frame was captured', () => {
  const picture = new TestPicture(7, 'Pulpit');
  for (const ms of [second, second + 33, second + 67]) {
    picture.draw(ms);
    const bars = Array.from(
      { length: barcodeBars },
      (_, bar) => lumaOf(picture, Math.floor(((bar + 0.5) * width) / barcodeBars), Math.floor(height / 32)) > 125,
    );
    expect(barcodeAgeMs(bars, second + 100)).toBe(second + 100 - ms);
  }
});

test('flash and tone begin with each second, and end together', () => {
  const picture = new TestPicture(7, 'Pulpit');
  const isBright = (ms: number): boolean => {
    picture.draw(ms);
    return lumaOf(picture, 850, 300) > 200;
  };
  const isLoud = (ms: number): boolean => testTone(ms, 480).some((sample) => Math.abs(sample) > 0.05);
  for (const ms of [second, second + flashMs - 20]) expect([isBright(ms), isLoud(ms)]).toEqual([true, true]);
  for (const ms of [second + flashMs + 10, second + 980]) expect([isBright(ms), isLoud(ms)]).toEqual([false, false]);
});

test('the longest name and number, and letters of any script, keep to the picture', () => {
  const picture = new TestPicture(999, `Église ${'字'.repeat(200)}`);
  picture.draw(second);
  expect(picture.data).toHaveLength((width * height * 3) / 2);
  expect(lumaOf(picture, width - 1, 300)).toBe(16);
});
