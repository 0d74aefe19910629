import { expect, test } from 'vitest';
import { crc32Mpeg } from './crc32-mpeg';

test('is CRC-32/MPEG-2: the check value of the published catalogue', () => {
  expect(crc32Mpeg(Buffer.from('123456789'))).toBe(0x0376e6e7);
});

test('only a table that ends with its own checksum gives 0', () => {
  const pat = Buffer.from('00b00d0001c100000001f0002ab104b2', 'hex');
  expect(crc32Mpeg(pat)).toBe(0);
  for (let bit = 0; bit < pat.length * 8; bit++) {
    const damaged = Buffer.from(pat);
    damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(crc32Mpeg(damaged)).not.toBe(0);
  }
});
