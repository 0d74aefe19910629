import { describe, expect, test } from 'vitest';
import { SrtLink } from './srt-link';

const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex');
// Captured from libsrt 1.5.1, called by FFmpeg 5.1.
const ack = hex('80020000 00000001 001eef9a 3976e66a 5c82f8f9 000186a0 0000c350 00001ff7 00000001 000003e8 00000536');
const ackAck = hex('80060000 00000001 001f06c3 06775204 00000000');
const data = hex('5c82f8f1 e0000001 001ee431 06775204 47401110 0042f025');
const again = hex('5c82f8f1 e4000001 001ee431 06775204 47401110 0042f025');

/** A loss report: single sequence numbers and ranges. */
function nak(...losses: (number | [first: number, last: number])[]): Buffer {
  const words = losses.flatMap((loss) => (typeof loss === 'number' ? [loss] : [0x80000000 + loss[0], loss[1]]));
  const datagram = Buffer.alloc(16 + words.length * 4);
  datagram.writeUInt16BE(0x8003, 0);
  for (const [index, word] of words.entries()) datagram.writeUInt32BE(word, 16 + index * 4);
  return datagram;
}

test('has no figures before the first datagram', () => {
  const unknown = { rttMs: null, lossPercent: null, capacityKbps: null };
  expect(new SrtLink().readSample()).toEqual({
    ...unknown,
    receivedPackets: 0,
    lostPackets: 0,
    retransmittedPackets: 0,
  });
});

test('reads round trip and capacity from a full acknowledgement, and keeps them', () => {
  const link = new SrtLink();
  link.noteFromReceiver(ack.subarray(0, 24));
  link.noteFromReceiver(ackAck);
  expect(link.readSample()).toMatchObject({ rttMs: null, capacityKbps: null });
  link.noteFromReceiver(ack);
  expect(link.readSample()).toMatchObject({ rttMs: 100, capacityKbps: 10_528 });
  expect(link.readSample()).toMatchObject({ rttMs: 100, capacityKbps: 10_528 });
});

test('distinguishes first transmissions from retransmissions, and counts since the last reading', () => {
  const link = new SrtLink();
  for (const datagram of [data, data, again, data, ackAck]) link.noteFromSender(datagram);
  expect(link.readSample()).toMatchObject({
    receivedPackets: 3,
    retransmittedPackets: 1,
    lostPackets: 0,
    lossPercent: 0,
  });
  link.noteFromSender(again);
  expect(link.readSample()).toMatchObject({ receivedPackets: 0, retransmittedPackets: 1, lossPercent: null });
  expect(link.totals).toEqual({ receivedPackets: 3, retransmittedPackets: 2, lostPackets: 0 });
});

describe('lost packets', () => {
  const max = 0x7fffffff;

  test.each<[string, Buffer[], number]>([
    ['one', [nak(7)], 1],
    ['a range counts all its numbers', [nak([10, 19])], 10],
    ['a list of both', [nak(3, [10, 19], 40)], 12],
    ['the same report again counts once', [nak(3, [10, 19]), nak(3, [10, 19])], 11],
    ['a report of old and new ones counts the new ones', [nak([10, 19]), nak(12, [15, 24])], 15],
    ['a range over the wrap of the numbers', [nak([max - 1, 2])], 5],
    ['after the wrap', [nak(max), nak(max, 0, 1)], 3],
    ['a range whose end is cut off', [nak(3, [10, 19]).subarray(0, 24)], 1],
    ['a range that ends before it begins', [nak([19, 10])], 0],
    ['a range that no flow window holds', [nak([0, 70_000])], 0],
    ['an empty report', [nak()], 0],
  ])('%s', (_, reports, lost) => {
    const link = new SrtLink();
    for (const report of reports) link.noteFromReceiver(report);
    expect(link.readSample().lostPackets).toBe(lost);
  });

  test('are a share of all sent packets', () => {
    const link = new SrtLink();
    for (let count = 0; count < 98; count++) link.noteFromSender(data);
    link.noteFromReceiver(nak(5, 9));
    expect(link.readSample().lossPercent).toBe(2);
  });

  test('are not read from the sender', () => {
    const link = new SrtLink();
    link.noteFromSender(nak([0, 1_000]));
    expect(link.readSample().lostPackets).toBe(0);
  });
});

describe('a receiver', () => {
  const dataOf = (sequenceNumber: number): Buffer => {
    const datagram = Buffer.from(data);
    datagram.writeUInt32BE(sequenceNumber, 0);
    return datagram;
  };
  const ackOf = (sequenceNumber: number): Buffer => {
    const datagram = Buffer.from(ack);
    datagram.writeUInt32BE(sequenceNumber, 16);
    return datagram;
  };
  const linkThatSent = (...sequenceNumbers: number[]): SrtLink => {
    const link = new SrtLink();
    for (const sequenceNumber of sequenceNumbers) link.noteFromSender(dataOf(sequenceNumber));
    return link;
  };

  test.each<[string, Buffer]>([
    ['acknowledges the newest packet', ackOf(101)],
    ['acknowledges an earlier packet', ackOf(42)],
    ['acknowledges with the last number before the wrap', ackOf(0x7fffffff)],
    ['misses the newest packet', nak(100)],
    ['misses earlier packets', nak([3, 7], 90)],
    ['keeps the connection alive', hex('80010000 00000000 00000000 06775204 00000000')],
  ])('may be one that %s', (_, datagram) => {
    expect(linkThatSent(99, 100, 98).isPossibleFromReceiver(datagram)).toBe(true);
  });

  test.each<[string, Buffer]>([
    ['acknowledges a packet that was never sent', ackOf(102)],
    ['acknowledges far ahead', ackOf(0x3fffffff)],
    ['acknowledges nothing', ack.subarray(0, 18)],
    ['misses a packet that was never sent', nak(90, 101)],
    ['misses a range beyond the newest packet', nak([90, 5_000])],
    ['misses nothing', nak()],
  ])('is none that %s', (_, datagram) => {
    expect(linkThatSent(99, 100, 98).isPossibleFromReceiver(datagram)).toBe(false);
  });

  test('is followed through the wrap of sequence numbers', () => {
    const link = linkThatSent(0x7ffffffe, 0x7fffffff);
    expect(link.isPossibleFromReceiver(ackOf(0))).toBe(true);
    expect(link.isPossibleFromReceiver(ackOf(1))).toBe(false);
    link.noteFromSender(dataOf(0));
    expect(link.isPossibleFromReceiver(ackOf(1))).toBe(true);
    expect(link.isPossibleFromReceiver(nak([0x7ffffff0, 0]))).toBe(true);
  });

  test('is believed before the first packet, as after a restart of the router', () => {
    expect(new SrtLink().isPossibleFromReceiver(ackOf(1_000_000))).toBe(true);
  });
});
