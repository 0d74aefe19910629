import { expect, test } from 'vitest';
import { RtpHeader, RtpPacket } from 'werift';
import { ReorderBuffer } from './reorder-buffer';

const packet = (sequenceNumber: number) => new RtpPacket(new RtpHeader({ sequenceNumber }), Buffer.from([1]));

/** Pushes one packet every 50 ms. @returns what came out, `x` where packets before it are lost */
function order(numbers: number[]): (number | string)[] {
  let nowMs = 0;
  const buffer = new ReorderBuffer(() => nowMs);
  return numbers.flatMap((number) => {
    nowMs += 50;
    const { packets, followsLoss } = buffer.addPacket(packet(number));
    const out = packets.map(({ header }) => header.sequenceNumber);
    return followsLoss ? ['x', ...out] : out;
  });
}

test.each([
  ['in order', [1, 2, 3], [1, 2, 3]],
  ['late', [1, 3, 2, 4], [1, 2, 3, 4]],
  ['twice', [1, 2, 2, 1, 3], [1, 2, 3]],
  ['across the wrap', [65_534, 0, 65_535, 1], [65_534, 65_535, 0, 1]],
  ['lost', [1, 3, 4, 5, 6, 7, 8, 9, 10], [1, 'x', 3, 4, 5, 6, 7, 8, 9, 10]],
  ['lost, then late', [1, 3, 4, 5, 6, 7, 8, 9, 2, 10], [1, 'x', 3, 4, 5, 6, 7, 8, 9, 10]],
])('packets that come %s', (_, pushed, expected) => {
  expect(order(pushed)).toEqual(expected);
});
