import { expect, test } from 'vitest';
import type { StreamJson } from '@/lib/contracts/streams';
import { cameraAspect } from './arrange-tiles';

/** A stream that sends pictures of a size; null while it sends none, undefined for viewers, who may not know it. */
const stream = (size: [width: number, height: number] | null | undefined): StreamJson => {
  const media = size && { video: { width: size[0], height: size[1] } };
  return { attributes: { media } } as unknown as StreamJson;
};

test.each([
  ['a widescreen camera', stream([1920, 1080]), 16 / 9],
  ['a phone held upright', stream([1080, 1920]), 9 / 16],
  ['a camera that sends nothing', stream(null), 16 / 9],
  ['a camera as viewers see it', stream(undefined), 16 / 9],
])('%s', (_, camera, aspect) => {
  expect(cameraAspect(camera)).toBe(aspect);
});
