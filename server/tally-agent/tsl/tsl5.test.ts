import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { everyDisplay, formatTsl5, type Tsl5Display, Tsl5Parser, wrapTsl5 } from './tsl5';

/** Byte count 14, version 0, flags 0, screen 2; display 1, right lamp red, brightness 3, four characters. */
const cam1 = Buffer.from('0e00' + '00' + '00' + '0200' + '0100' + 'c100' + '0400' + '43616d31', 'hex');
const display1 = { screen: 2, index: 1, red: true, green: false, text: 'Cam1' };

const parsed = (...chunks: Buffer[]): Tsl5Display[][] => {
  const parser = new Tsl5Parser();
  return [...chunks.flatMap((chunk) => parser.push(chunk)), ...parser.flush()];
};
/** The pieces of a stream that is cut at any places. */
const cutAt = (stream: Buffer, cuts: number[]) => {
  const places = [
    0,
    ...cuts.map((cut) => cut % (stream.length + 1)).toSorted((one, other) => one - other),
    stream.length,
  ];
  return places.slice(1).map((end, index) => stream.subarray(places[index], end));
};

describe('a packet', () => {
  test('reads the bytes of the protocol', () => expect(parsed(cam1)).toEqual([[display1]]));

  test.each([
    ['the right lamp green', 0x0002, { red: false, green: true }],
    ['the text red', 0x0004, { red: true, green: false }],
    ['the left lamp amber', 0x0030, { red: true, green: true }],
    ['no lamp, full brightness', 0x00c0, { red: false, green: false }],
  ])('%s', (_name, control, colors) => {
    const packet = Buffer.from(cam1);
    packet.writeUInt16LE(control, 8);
    expect(parsed(packet)).toMatchObject([[colors]]);
  });

  test('reads several displays of a packet, and texts in UTF-16', () => {
    const displays = Buffer.from('0100' + '0100' + '0000' + '0300' + '0200' + '0400' + 'fc007200', 'hex');
    const packet = Buffer.concat([Buffer.from('1400' + '00' + '01' + '0000', 'hex'), displays]);
    expect(parsed(packet)).toEqual([
      [
        { screen: 0, index: 1, red: true, green: false, text: '' },
        { screen: 0, index: 3, red: false, green: true, text: 'ür' },
      ],
    ]);
  });

  test('says it to every display at once', () => {
    const packet = Buffer.concat([cam1.subarray(0, 6), Buffer.from([0xff, 0xff]), cam1.subarray(8)]);
    expect(parsed(packet)).toMatchObject([[{ index: everyDisplay, red: true }]]);
  });

  test.each([
    ['control data of the screen', Buffer.concat([cam1.subarray(0, 3), Buffer.from([2]), cam1.subarray(4)])],
    ['control data of a display', Buffer.concat([cam1.subarray(0, 9), Buffer.from([0x80]), cam1.subarray(10)])],
    ['more text than there is', Buffer.concat([cam1.subarray(0, 10), Buffer.from([9]), cam1.subarray(11)])],
    ['another length than it has', cam1.subarray(0, 15)],
    ['nothing', Buffer.alloc(0)],
  ])('of %s sets no display', (_name, packet) => expect(parsed(packet).flat()).toEqual([]));

  test('may be any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const packet = Buffer.concat([Buffer.alloc(2), Buffer.from(bytes)]);
        packet.writeUInt16LE(bytes.length);
        expect(Array.isArray(parsed(packet))).toBe(true);
      }),
    );
  });
});

describe('a stream', () => {
  /** With FEh in its text, which is doubled by the wrapper. */
  const other = Buffer.from('0c00' + '00' + '00' + '0000' + 'fe00' + '0200' + '0200' + 'fe41', 'hex');
  const wrapped = Buffer.from('fe02' + '0c00' + '00' + '00' + '0000' + 'fefe00' + '0200' + '0200' + 'fefe41', 'hex');
  const displayFe = { screen: 0, index: 0xfe, red: false, green: true, text: 'þA' };

  test('has a DLE inside a wrapper doubled', () => {
    expect(wrapTsl5(other)).toEqual(wrapped);
    expect(parsed(wrapped)).toEqual([[displayFe]]);
  });

  test('has packets with the wrapper and without, however it is cut', () => {
    const display = fc.record({
      screen: fc.nat(3),
      index: fc.nat(999),
      red: fc.boolean(),
      green: fc.boolean(),
      text: fc.constantFrom('Stage', 'Bühne', 'カメラ', '', 'þ\u02fe'),
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(display, fc.boolean())), fc.array(fc.nat()), (sent, cuts) => {
        const packets = sent.map(([one, isWrapped]) => (isWrapped ? wrapTsl5 : Buffer.from)(formatTsl5(one)));
        expect(parsed(...cutAt(Buffer.concat(packets), cuts)).flat()).toEqual(sent.map(([one]) => one));
      }),
    );
  });

  test.each([
    ['with the wrapper', wrapTsl5],
    ['without the wrapper', Buffer.from],
  ])('goes on after bytes that are none, and after a packet that was cut off: %s', (_name, pack) => {
    const next = formatTsl5({ screen: 2, index: 7, red: false, green: true, text: 'Jib' });
    fc.assert(
      fc.property(fc.nat(cam1.length - 1), fc.array(fc.nat()), (lostBytes, cuts) => {
        const stream = Buffer.concat([Buffer.from('junk'), pack(cam1).subarray(0, lostBytes), pack(next), pack(other)]);
        expect(
          parsed(...cutAt(stream, cuts))
            .flat()
            .slice(-2),
        ).toEqual([{ screen: 2, index: 7, red: false, green: true, text: 'Jib' }, displayFe]);
      }),
    );
  });

  test.each([
    ['with the wrapper', wrapTsl5],
    ['without the wrapper', Buffer.from],
  ])('sets each lamp whatever bytes its label has, %s', (_name, pack) => {
    const lamp = fc.record({ index: fc.nat(999), red: fc.boolean(), label: fc.uint8Array({ maxLength: 40 }) });
    fc.assert(
      fc.property(fc.array(lamp), fc.array(fc.nat()), (lamps, cuts) => {
        const packets = lamps.map(({ index, red, label }) => {
          const head = Buffer.alloc(12);
          head.writeUInt16LE(10 + label.length, 0);
          head.writeUInt16LE(index, 6);
          head.writeUInt16LE(red ? 1 : 2, 8);
          head.writeUInt16LE(label.length, 10);
          return pack(Buffer.concat([head, label]));
        });
        const read = parsed(...cutAt(Buffer.concat(packets), cuts)).flat();
        expect(read.map(({ index, red }) => ({ index, red }))).toEqual(lamps.map(({ index, red }) => ({ index, red })));
      }),
      { numRuns: 500 },
    );
  });

  test('is taken whatever bytes it has', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array()), (chunks) => void parsed(...chunks.map((chunk) => Buffer.from(chunk)))),
    );
  });
});

test('formatTsl5 writes what is read again', () => {
  for (const display of [display1, { screen: 0, index: 254, red: false, green: true, text: 'Bühne “links”' }])
    expect(parsed(formatTsl5(display))).toEqual([[display]]);
});
