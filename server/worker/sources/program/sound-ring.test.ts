import { expect, test } from 'vitest';
import { SoundRing } from './sound-ring';

const stereo = (...left: number[]): Float32Array => Float32Array.from(left.flatMap((sample) => [sample, -sample]));

function read(ring: SoundRing, first: number, count: number, from = 1, to = 1): number[] {
  const block = new Float32Array(2 * count);
  ring.mixInto(block, first, from, to);
  return [...block];
}

test('gives each channel its samples, and silence for what is missing', () => {
  const ring = new SoundRing();
  ring.write(1_000, stereo(1, 2));
  ring.write(1_003, stereo(4));
  expect(read(ring, 999, 6)).toEqual([0, 1, 2, 0, 4, 0, 0, -1, -2, 0, -4, 0]);
});

test('fades evenly, and adds to what is there', () => {
  const ring = new SoundRing();
  ring.write(0, stereo(1, 1, 1, 1));
  const block = new Float32Array(8).fill(1, 0, 4);
  ring.mixInto(block, 0, 0, 1);
  expect([...block.subarray(0, 4)]).toEqual([1, 1.25, 1.5, 1.75]);
});

test('forgets what is older than itself, and begins anew after a jump', () => {
  const ring = new SoundRing();
  ring.write(0, stereo(1));
  ring.write(100_000_000, stereo(2));
  expect(read(ring, 0, 1)).toEqual([0, 0]);
  expect(read(ring, 100_000_000, 1)).toEqual([2, -2]);
  ring.write(50, stereo(3));
  expect(read(ring, 50, 1)).toEqual([3, -3]);
  expect(read(ring, 100_000_000, 1)).toEqual([0, 0]);
});
