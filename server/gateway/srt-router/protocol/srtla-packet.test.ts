import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSrtla, parseSrtlaPacket, SrtlaAcknowledgement } from './srtla-packet';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const id = Buffer.alloc(256, 7);
const report = hex('9000 0000000000000001 c01f 0001 00000005 00004e20 00000003 0000002a 0000000b 0001e848');

test.each<[string, Buffer, unknown]>([
  ['a REG1', Buffer.concat([hex('9200'), id]), { kind: 'reg1', id }],
  ['a REG2', Buffer.concat([hex('9201'), id]), { kind: 'reg2', id }],
  ['a padded REG2', Buffer.concat([hex('9201'), id, Buffer.alloc(30)]), { kind: 'reg2', id }],
  ['a REG2 that is cut short', Buffer.concat([hex('9201'), id.subarray(1)]), null],
  ['a keepalive', hex('9000 0000000000000001'), { kind: 'keepalive', report: null }],
  ['a keepalive without a time', hex('9000'), { kind: 'keepalive', report: null }],
  ['a keepalive with a report', report, { kind: 'keepalive', report: { rttMs: 42, nakCount: 11 } }],
  ['a report cut short', report.subarray(0, 37), { kind: 'keepalive', report: null }],
  ['a report of another version', Buffer.from(report).fill(9, 12, 14), { kind: 'keepalive', report: null }],
  ['a large keepalive', Buffer.concat([report, Buffer.alloc(1_000)]), null],
  ['a REG3, which a sender never sends', hex('9202'), null],
  ['an ACK of SRT', hex('8002 0000'), null],
  ['a single byte', hex('90'), null],
  ['nothing', Buffer.alloc(0), null],
])('%s', (_, datagram, expected) => {
  expect(parseSrtlaPacket(datagram)).toEqual(expected);
});

test('no bytes are too much for it, and it reads nothing that begins otherwise', () => {
  const datagrams = fc.tuple(
    fc.constantFrom('', '90', '9000', '9100', '9200', '9201', '92ff'),
    fc.uint8Array({ maxLength: 400 }),
  );
  fc.assert(
    fc.property(datagrams, ([start, rest]) => {
      const datagram = Buffer.concat([hex(start), rest]);
      const packet = parseSrtlaPacket(datagram);
      if (!isSrtla(datagram)) expect(packet).toBeNull();
      if (packet && packet.kind !== 'keepalive') expect(packet.id).toHaveLength(256);
    }),
  );
});

test('every ten data packets are acknowledged by their numbers, in four bytes each', () => {
  const acknowledgement = new SrtlaAcknowledgement();
  const sent = Array.from(
    { length: 25 },
    (_, index) => acknowledgement.add(0x7ffffff0 + index)?.toString('hex') ?? null,
  );
  const expected = (first: number) =>
    `91000000${Array.from({ length: 10 }, (_, index) => (first + index).toString(16)).join('')}`;
  expect(sent.flatMap((ack, index) => (ack === null ? [] : [[index, ack]]))).toEqual([
    [9, expected(0x7ffffff0)],
    [19, expected(0x7ffffffa)],
  ]);
});
