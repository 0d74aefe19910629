import { expect, test } from 'vitest';
import { OpusToAac } from './opus-to-aac';

/** Silence in stereo (RFC 6716, 3.1): CELT frames of 20 ms. */
const frames20Ms = 0xfc;
const oneFrame = Buffer.from([frames20Ms, 0xff, 0xfe]);
const twoFrames = Buffer.from([frames20Ms | 1, 0xff, 0xfe, 0xff, 0xfe]);

test('a packet’s length is that of the audio in it', () => {
  const aac = new OpusToAac(() => undefined);
  const lengths = [oneFrame, twoFrames, oneFrame].map((opus, index) => {
    expect(aac.addPacket(opus, index * 3_600)).toBe(true);
    return aac.packetMs;
  });
  aac.close();
  expect(lengths).toEqual([20, 40, 20]);
});
