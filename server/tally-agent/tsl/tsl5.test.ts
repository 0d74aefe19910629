import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatTsl5, parseTsl5, Tsl5Unwrapper, wrapTsl5 } from './tsl5';

/** Byte count 14, version 0, flags 0, screen 2; display 1, right lamp red, brightness 3, four characters. */
const cam1 = Buffer.from('0e00' + '00' + '00' + '0200' + '0100' + 'c100' + '0400' + '43616d31', 'hex');
const display1 = { screen: 2, index: 1, red: true, green: false, text: 'Cam1' };

describe('parseTsl5', () => {
  test('reads the bytes of the protocol', () => expect(parseTsl5(cam1)).toEqual([display1]));

  test.each([
    ['the right lamp green', 0x0002, { red: false, green: true }],
    ['the text red', 0x0004, { red: true, green: false }],
    ['the left lamp amber', 0x0030, { red: true, green: true }],
    ['no lamp, full brightness', 0x00c0, { red: false, green: false }],
  ])('%s', (_name, control, colors) => {
    const packet = Buffer.from(cam1);
    packet.writeUInt16LE(control, 8);
    expect(parseTsl5(packet)).toMatchObject([colors]);
  });

  test('reads several displays of a packet, and texts in UTF-16', () => {
    const displays = Buffer.from('0100' + '0100' + '0000' + '0300' + '0200' + '0400' + 'fc007200', 'hex');
    const packet = Buffer.concat([Buffer.from('1400' + '00' + '01' + '0000', 'hex'), displays]);
    expect(parseTsl5(packet)).toEqual([
      { screen: 0, index: 1, red: true, green: false, text: '' },
      { screen: 0, index: 3, red: false, green: true, text: 'ür' },
    ]);
  });

  test.each([
    ['control data of the screen', Buffer.concat([cam1.subarray(0, 3), Buffer.from([2]), cam1.subarray(4)])],
    ['control data of a display', Buffer.concat([cam1.subarray(0, 9), Buffer.from([0x80]), cam1.subarray(10)])],
    ['every display at once', Buffer.concat([cam1.subarray(0, 6), Buffer.from([0xff, 0xff]), cam1.subarray(8)])],
    ['more text than there is', Buffer.concat([cam1.subarray(0, 10), Buffer.from([9]), cam1.subarray(11)])],
    ['another length than it has', cam1.subarray(0, 15)],
    ['nothing', Buffer.alloc(0)],
  ])('a packet of %s sets no display', (_name, packet) => expect(parseTsl5(packet)).toEqual([]));

  test('takes any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const packet = Buffer.concat([Buffer.alloc(2), Buffer.from(bytes)]);
        packet.writeUInt16LE(bytes.length);
        expect(Array.isArray(parseTsl5(packet))).toBe(true);
      }),
    );
  });
});

describe('over TCP', () => {
  /** With FEh in its text, which is doubled on the way. */
  const other = Buffer.from('0c00' + '00' + '00' + '0000' + 'fe00' + '0200' + '0200' + 'fe41', 'hex');
  const wrapped = Buffer.from('fe02' + '0c00' + '00' + '00' + '0000' + 'fefe00' + '0200' + '0200' + 'fefe41', 'hex');

  test('a DLE inside a packet is doubled', () => {
    expect(wrapTsl5(other)).toEqual(wrapped);
    expect(new Tsl5Unwrapper().push(wrapped)).toEqual([other]);
  });

  test('packets are found in a stream however it is cut, after bytes that are none and after one that was cut off', () => {
    const stream = Buffer.concat([Buffer.from('junk'), wrapTsl5(cam1).subarray(0, 9), wrapTsl5(cam1), wrapped]);
    fc.assert(
      fc.property(fc.array(fc.nat(stream.length)), (cuts) => {
        const places = [0, ...cuts.toSorted((one, other) => one - other), stream.length];
        const unwrapper = new Tsl5Unwrapper();
        const packets = places.slice(1).flatMap((end, index) => unwrapper.push(stream.subarray(places[index], end)));
        expect(packets).toEqual([cam1, other]);
      }),
    );
  });
});

test('formatTsl5 writes what parseTsl5 reads', () => {
  for (const display of [display1, { screen: 0, index: 254, red: false, green: true, text: 'Bühne “links”' }])
    expect(parseTsl5(formatTsl5(display))).toEqual([display]);
});
