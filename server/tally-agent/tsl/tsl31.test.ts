import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatTsl31, Tsl31Parser } from './tsl31';

/** Header 80h + address; control: lamps in bits 0 to 3, brightness in 4 and 5; 16 characters. */
const cam5OnAir = Buffer.from(`8531${Buffer.from('CAM 5           ').toString('hex')}`, 'hex');
const cam126Next = Buffer.from(`fe32${Buffer.from('Jib\0\0\0\0\0\0\0\0\0\0\0\0\0').toString('hex')}`, 'hex');

const parsed = (...chunks: Buffer[]) => {
  const parser = new Tsl31Parser();
  return chunks.flatMap((chunk) => parser.push(chunk));
};
const messages = [
  { address: 5, tallies: [true, false, false, false], text: 'CAM 5' },
  { address: 126, tallies: [false, true, false, false], text: 'Jib' },
];

describe('Tsl31Parser', () => {
  test('reads the bytes of the protocol', () => expect(parsed(cam5OnAir, cam126Next)).toEqual(messages));

  test('reads a stream however it is cut', () => {
    const stream = Buffer.concat([cam5OnAir, cam126Next]);
    fc.assert(
      fc.property(fc.array(fc.nat(stream.length)), (cuts) => {
        const places = [0, ...cuts.toSorted((one, other) => one - other), stream.length];
        const chunks = places.slice(1).map((end, index) => stream.subarray(places[index], end));
        expect(parsed(...chunks)).toEqual(messages);
      }),
    );
  });

  test('finds the next message after bytes that are none, and after one that was cut off', () => {
    const lost = cam5OnAir.subarray(0, 7);
    expect(parsed(Buffer.from('no message'), lost, cam126Next)).toEqual(messages.slice(1));
  });

  test('takes any bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array()), (chunks) => void parsed(...chunks.map((chunk) => Buffer.from(chunk)))),
    );
  });
});

test('formatTsl31 writes what the protocol says, and 16 characters of ASCII', () => {
  expect(formatTsl31({ address: 5, tallies: [true, false, false, false], text: 'CAM 5' })).toEqual(cam5OnAir);
  const [message] = parsed(
    formatTsl31({ address: 0, tallies: [true, true, false, true], text: 'Größe von Bühne links' }),
  );
  expect(message).toEqual({ address: 0, tallies: [true, true, false, true], text: 'Gr??e von B?hne' });
});
