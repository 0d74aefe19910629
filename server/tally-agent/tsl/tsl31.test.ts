import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatTsl5, wrapTsl5 } from './tsl5';
import { formatTsl31, Tsl31Parser } from './tsl31';

/** Header 80h + address; control: lamps in bits 0 to 3, brightness in 4 and 5; 16 characters. */
const cam5OnAir = Buffer.from(`8531${Buffer.from('CAM 5           ').toString('hex')}`, 'hex');
const cam126Next = Buffer.from(`fe32${Buffer.from('Jib\0\0\0\0\0\0\0\0\0\0\0\0\0').toString('hex')}`, 'hex');

const parsed = (...chunks: Buffer[]) => {
  const parser = new Tsl31Parser();
  return [...chunks.flatMap((chunk) => parser.push(chunk)), ...parser.flush()];
};
const labelled = (address: number, label: Buffer) =>
  Buffer.concat([Buffer.from([0x80 | address, 0x31]), label, Buffer.alloc(16, ' ')]).subarray(0, 18);
/** The pieces of a stream that is cut at any places. */
const cutAt = (stream: Buffer, cuts: number[]) => {
  const places = [
    0,
    ...cuts.map((cut) => cut % (stream.length + 1)).toSorted((one, other) => one - other),
    stream.length,
  ];
  return places.slice(1).map((end, index) => stream.subarray(places[index], end));
};
const letters = fc.integer({ min: 0x20, max: 0xff });
/** Bytes that begin no message: no byte from 0x80 has a control byte behind it. */
const junk = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes.map((byte) => byte & 0x7f)));
const messages = [
  { address: 5, tallies: [true, false, false, false], text: 'CAM 5' },
  { address: 126, tallies: [false, true, false, false], text: 'Jib' },
];

describe('Tsl31Parser', () => {
  test('reads the bytes of the protocol', () => expect(parsed(cam5OnAir, cam126Next)).toEqual(messages));

  test('reads a stream however it is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), (cuts) => {
        expect(parsed(...cutAt(Buffer.concat([cam5OnAir, cam126Next]), cuts))).toEqual(messages);
      }),
    );
  });

  test.each([
    ['UTF-8', Buffer.from('Bühne lin é 1')],
    ['Latin-1', Buffer.from('Bühne lin é 1', 'latin1')],
  ])('reads letters beyond ASCII in %s, also where they look like a header', (_name, label) => {
    const message = { address: 5, tallies: [true, false, false, false], text: 'Bühne lin é 1' };
    expect(parsed(labelled(5, label), cam126Next)).toEqual([message, messages[1]]);
    expect(parsed(labelled(5, label))).toEqual([message]);
  });

  test.each([
    ['cut in the middle of a letter of UTF-8', Buffer.from('Bühne – linksß'), 'Bühne – links'],
    ['that end with a letter of Latin-1', Buffer.from('mera of the Café', 'latin1'), 'mera of the Café'],
    ['of Windows', Buffer.from('Stage \x96 \x93Jib\x94', 'latin1'), 'Stage – “Jib”'],
  ])('reads labels %s', (_name, label, text) => expect(parsed(labelled(1, label))[0]?.text).toBe(text));

  test('reads every message of a stream with any letters, however it is cut', () => {
    const message = fc.tuple(fc.nat(126), fc.nat(0x3f), fc.array(letters, { minLength: 16, maxLength: 16 }));
    fc.assert(
      fc.property(fc.array(message, { minLength: 1 }), fc.array(fc.nat()), (sent, cuts) => {
        const stream = Buffer.concat(
          sent.map(([address, control, text]) => Buffer.from([0x80 | address, control, ...text])),
        );
        expect(parsed(...cutAt(stream, cuts)).map(({ address }) => address)).toEqual(sent.map(([address]) => address));
      }),
    );
  });

  test.each([
    ['a line feed', 'CAM\n1', 'CAM 1'],
    ['a tab', 'CAM\t1', 'CAM 1'],
    ['rubbish behind a NUL', 'CAM 1\0\x01\x1fJib 2', 'CAM 1'],
    ['nothing but control characters', '\x01'.repeat(16), ''],
  ])('a label with %s takes no lamp away', (_name, label, text) => {
    const odd = labelled(5, Buffer.from(label));
    const read = { address: 5, tallies: [true, false, false, false], text };
    expect(parsed(odd)).toEqual([read]);
    // Three in one datagram.
    expect(parsed(Buffer.concat([cam126Next, odd, odd]))).toEqual([messages[1], read, read]);
  });

  test('finds the next message after bytes that are none, and after one that was cut off, however they are cut', () => {
    fc.assert(
      fc.property(junk, fc.nat(16), fc.array(fc.nat()), (bytes, lostBytes, cuts) => {
        const stream = Buffer.concat([bytes, cam5OnAir.subarray(0, lostBytes), cam126Next, cam5OnAir]);
        expect(parsed(...cutAt(stream, cuts))).toEqual([messages[1], messages[0]]);
      }),
    );
  });

  test('finds no message in those of another protocol', () => {
    const packet = (index: number, text: string) => formatTsl5({ screen: 0, index, red: true, green: false, text });
    expect(parsed(packet(1, 'Stage'), packet(2, 'Bühne'), wrapTsl5(packet(300, '')))).toEqual([]);
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
