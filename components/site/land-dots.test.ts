import { expect, test } from 'vitest';
import { globePoint, globePoints } from './globe-points';
import { landDots } from './land-dots';

const bits = Buffer.from(landDots(), 'base64');
const nearest = (longitude: number, latitude: number): number => {
  const distance = (index: number) => {
    const point = globePoint(index);
    return Math.hypot(point.longitude - longitude, point.latitude - latitude);
  };
  return Array.from({ length: globePoints }, (_, index) => index).reduce((best, index) =>
    distance(index) < distance(best) ? index : best,
  );
};

test.each([
  ['Brazil', -52, -10, true],
  ['the Sahara', 10, 23, true],
  ['Siberia', 100, 62, true],
  ['Antarctica', 90, -80, true],
  ['the Pacific', -150, 0, false],
  ['the Atlantic', -35, 30, false],
  ['the Indian Ocean', 80, -25, false],
])('%s', (_, longitude, latitude, isLand) => {
  const index = nearest(longitude, latitude);
  expect(Boolean((bits[index >> 3] ?? 0) & (1 << (index & 7)))).toBe(isLand);
});

test('about three tenths of the globe is land', () => {
  const count = bits.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0);
  expect(count / globePoints).toBeCloseTo(0.29, 1);
});
