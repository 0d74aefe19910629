import { expect, test } from 'vitest';
import { packetBytes, syncByte } from '@/lib/media/mpegts/ts-packet';
import { DatagramCutter } from './datagram-cutter';

const packets = (count: number): Buffer =>
  Buffer.concat(
    Array.from({ length: count }, (_, index) => {
      const packet = Buffer.alloc(packetBytes, index);
      packet[0] = syncByte;
      return packet;
    }),
  );

/** Adds bytes in pieces. @returns the datagrams */
function cut(bytes: Buffer, pieceBytes: number): Buffer[] {
  const datagrams: Buffer[] = [];
  const cutter = new DatagramCutter((datagram) => datagrams.push(datagram));
  for (let from = 0; from < bytes.length; from += pieceBytes) cutter.addBytes(bytes.subarray(from, from + pieceBytes));
  return datagrams;
}

test.each([1, 187, 188, 189, 1_316, 65_536])('pieces of %i bytes become datagrams of whole packets', (pieceBytes) => {
  const bytes = packets(50);
  const datagrams = cut(bytes, pieceBytes);
  expect(Buffer.concat(datagrams).equals(bytes)).toBe(true);
  for (const { length } of datagrams) expect([length % packetBytes, length <= 7 * packetBytes]).toEqual([0, true]);
});

test('bytes between packets are left out', () => {
  const damaged = Buffer.concat([Buffer.from('junk'), packets(3), Buffer.from('more junk'), packets(2)]);
  expect(Buffer.concat(cut(damaged, 100)).equals(Buffer.concat([packets(3), packets(2)]))).toBe(true);
});
