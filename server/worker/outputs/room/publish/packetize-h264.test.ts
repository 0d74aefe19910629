import { describe, expect, test } from 'vitest';
import { packetizeH264 } from './packetize-h264';

const nal = (header: number, length: number): Buffer => {
  const data = Buffer.from(Array.from({ length }, (_, index) => (index * 7) % 251));
  data[0] = header;
  return data;
};

/** RFC 6184, the receiver's side: single NAL units (5.6) and FU-A (5.8). */
function depacketize(payloads: Buffer[]): Buffer[] {
  const nals: Buffer[] = [];
  let open: Buffer[] | undefined;
  for (const payload of payloads) {
    const [indicator = 0, fragment = 0] = payload;
    if ((indicator & 0x1f) !== 28) {
      expect(open).toBeUndefined();
      nals.push(payload);
      continue;
    }
    const isFirst = (fragment & 0x80) !== 0;
    const isLast = (fragment & 0x40) !== 0;
    expect(isFirst && isLast).toBe(false);
    expect(fragment & 0x20).toBe(0);
    expect(isFirst).toBe(open === undefined);
    open ??= [Buffer.from([(indicator & 0xe0) | (fragment & 0x1f)])];
    open.push(payload.subarray(2));
    if (isLast) {
      nals.push(Buffer.concat(open));
      open = undefined;
    }
  }
  expect(open).toBeUndefined();
  return nals;
}

describe('packetizeH264', () => {
  test.each([1, 2, 1179, 1180, 1181, 1182, 2357, 2358, 2359, 2360, 100_000])(
    'a NAL unit of %d bytes arrives whole',
    (length) => {
      const nals = [nal(0x67, 20), nal(0x65, length), nal(0x41, 3)];
      const payloads = packetizeH264(nals);
      expect(depacketize(payloads)).toEqual(nals);
      for (const payload of payloads) expect(payload.length).toBeLessThanOrEqual(1180);
    },
  );

  test('fragments only units that do not fit', () => {
    expect(packetizeH264([nal(0x65, 1180)])).toHaveLength(1);
    expect(packetizeH264([nal(0x65, 1181)])).toHaveLength(2);
  });

  test.each([
    ['access unit delimiters', 9],
    ['filler', 12],
    ['SEI', 6],
    ['what RTP would take for one of its own packets', 24],
    ['what RTP would take for a fragment', 28],
    ['the forbidden type 0', 0],
    ['the reserved type 31', 31],
  ])('leaves out %s', (_, type) => {
    expect(packetizeH264([nal(type, 5000), nal(type, 10), nal(0x65, 10)])).toEqual([nal(0x65, 10)]);
  });

  test('an empty access unit needs no packet', () => {
    expect(packetizeH264([])).toEqual([]);
  });
});
