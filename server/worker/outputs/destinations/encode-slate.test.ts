import { expect, test } from 'vitest';
import { splitAnnexB } from '@/lib/media/codecs/annex-b';
import { nalType, nalTypeOf, parseH264Sps } from '@/lib/media/codecs/h264';
import { encodeSlate } from './encode-slate';

test.each([
  [66, 320, 180, 25],
  [77, 180, 320, 30],
  [100, 640, 360, 50],
])('the slate in place of a camera of profile %i', async (profileIdc, width, height, fps) => {
  const frames = await encodeSlate({ width, height, profileIdc }, fps, 'Sunday');
  expect(frames.map(({ isKeyframe }) => isKeyframe)).toEqual(
    Array.from({ length: 2 * fps }, (_, index) => index === 0),
  );
  const sps = splitAnnexB(frames[0]?.data ?? Buffer.alloc(0)).find((nal) => nalTypeOf(nal) === nalType.sps);
  expect(sps && parseH264Sps(sps)).toMatchObject({ width, height, profileIdc });
});

test('a camera of a profile that is made nowhere gets High', async () => {
  const [first] = await encodeSlate({ width: 160, height: 90, profileIdc: 122 }, 10, '');
  const sps = splitAnnexB(first?.data ?? Buffer.alloc(0)).find((nal) => nalTypeOf(nal) === nalType.sps);
  expect(sps && parseH264Sps(sps)?.profileIdc).toBe(100);
});
