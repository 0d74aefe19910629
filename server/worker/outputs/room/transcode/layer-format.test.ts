import { expect, test } from 'vitest';
import { bridgeFormat, forCamera, type Layer, layerFormats } from './layer-format';

test.each<[Layer, string, number, number, number, number]>([
  ['low', 'a camera', 1920, 1080, 640, 360],
  ['low', 'a small one, as it is', 320, 180, 320, 180],
  ['low', 'on its side', 1080, 1920, 202, 360],
  ['source', '1080p, as it is', 1920, 1080, 1920, 1080],
  ['source', '4K', 3840, 2160, 1920, 1080],
  ['source', 'cinema', 4096, 2160, 1920, 1012],
  ['source', 'odd numbers', 501, 283, 502, 284],
  ['source', '1080p on its side, as it is', 1080, 1920, 1080, 1920],
  ['source', 'a line', 4096, 2, 1920, 2],
])('%s of %s', (layer, _, width, height, fitWidth, fitHeight) => {
  expect(layerFormats[layer].sizeFor({ width, height })).toEqual({ width: fitWidth, height: fitHeight });
});

test('the bitrate follows the pixels, up to a cap', () => {
  const { bitrateBps } = layerFormats.source;
  expect(bitrateBps({ width: 1280, height: 720 }, 30)).toBe(2_764_800);
  expect(bitrateBps({ width: 1920, height: 1080 }, 60)).toBe(6_000_000);
});

test.each([
  [100_000, 3_000_000],
  [4_000_000, 6_000_000],
  [20_000_000, 9_000_000],
])('the bridge of a 1080p camera with %d bit/s has %d', (cameraBps, bridgeBps) => {
  expect(forCamera(bridgeFormat, cameraBps).bitrateBps({ width: 1920, height: 1080 }, 30)).toBe(bridgeBps);
});
