import { expect, test } from 'vitest';
import { encodedSize, proxyShape } from './encoded-video';

test.each([
  [1_920, 1_080, 960, 540],
  [3_840, 2_160, 960, 540],
  [1_280, 720, 960, 540],
  // Upright, and wide.
  [1_080, 1_920, 540, 960],
  [2_560, 1_080, 1_280, 540],
  // Never larger than the original, and even.
  [640, 360, 640, 360],
  [722, 406, 722, 406],
])('a camera of %i × %i has a proxy of %i × %i', (width, height, ...expected) => {
  const size = encodedSize({ width, height }, proxyShape);
  expect([size.width, size.height]).toEqual(expected);
});
